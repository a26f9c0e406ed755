"""Make a tenant with one API key in deployed tables: `python -m local.first_cloud_key NAME`.

Reads the same environment as a deployed function and prints the key alone, once: only its hash is
kept. A tenant of that name that exists stays as it is and gets one more key.
"""

import argparse

from mneme.domain.tenancy import Grant
from mneme.runtime.bootstrap import services


def main() -> None:
    """Print a new key that may do everything for the tenant."""
    parser = argparse.ArgumentParser(description="Make a tenant and one API key.")
    parser.add_argument("name", help="the tenant's name")
    tenants = services().tenants
    tenant = tenants.create(parser.parse_args().name)
    print(tenants.issue_key(tenant, frozenset(Grant)))


if __name__ == "__main__":
    main()
