"""One line of the API's access log."""

import json

from aws_cdk import aws_apigateway as apigateway


def access_log_line() -> str:
    """Return the access log's format: who, what, how fast; no body, no query, no address."""
    return json.dumps(
        {
            "request_id": apigateway.AccessLogField.context_request_id(),
            "trace_id": apigateway.AccessLogField.context_xray_trace_id(),
            "time": apigateway.AccessLogField.context_request_time(),
            "caller": apigateway.AccessLogField.context_authorizer_principal_id(),
            "method": apigateway.AccessLogField.context_http_method(),
            "path": apigateway.AccessLogField.context_resource_path(),
            "status": apigateway.AccessLogField.context_status(),
            "error": apigateway.AccessLogField.context_error_response_type(),
            "latency_ms": apigateway.AccessLogField.context_response_latency(),
            "function_ms": apigateway.AccessLogField.context_integration_latency(),
        }
    )
