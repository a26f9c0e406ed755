"""What turns use cases into functions: settings, composition, HTTP, batches, logs."""
