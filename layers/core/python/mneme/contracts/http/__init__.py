"""The public API's requests and answers, one module a verb. Unknown fields are errors."""
