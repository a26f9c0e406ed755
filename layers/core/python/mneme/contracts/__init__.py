"""Wire models: what callers send and read, and what queues carry. Imports domain and pydantic."""
