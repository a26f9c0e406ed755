"""The local stack: the deployed functions behind an HTTP server and a worker, on one machine."""
