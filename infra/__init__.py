"""Infrastructure: resources as data, and the CDK code that turns them into CloudFormation."""
