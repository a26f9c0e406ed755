"""Jobs in the functions' tests: what is queued is delivered until nothing is left."""

from mneme.application.jobs import do_page
from tests.functions.cloud import Cloud, client, event


def do_jobs(cloud: Cloud, queue: str = "jobs") -> None:
    """Let the job worker do every page, one message at a time and without a pause."""
    cloud.monkeypatch.setattr(do_page, "PAUSE_SECONDS", 0)
    url = cloud.queues[queue]
    record = event("job_worker", "sqs__first_page")["Records"][0]
    sqs = client("sqs")
    while messages := sqs.receive_message(QueueUrl=url).get("Messages"):
        for message in messages:
            cloud.invoke("job_worker", {"Records": [record | {"body": message["Body"]}]})
            sqs.delete_message(QueueUrl=url, ReceiptHandle=message["ReceiptHandle"])
