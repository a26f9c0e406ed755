"""All that a process may call where one runs every function: in a local stack, for operators.

A deployed function asks its own part for services, so that it imports what it uses and no more.
"""

from mneme.runtime.audit_functions import AuditFunctions
from mneme.runtime.evolution_services import EvolutionServices
from mneme.runtime.extraction_services import ExtractionServices
from mneme.runtime.index_services import IndexServices
from mneme.runtime.job_functions import JobFunctions
from mneme.runtime.manage_services import ManageServices
from mneme.runtime.privacy_services import PrivacyServices
from mneme.runtime.process import Process
from mneme.runtime.recall_services import RecallServices
from mneme.runtime.sweep_services import SweepServices
from mneme.runtime.write_services import WriteServices


class Services(
    WriteServices,
    RecallServices,
    ManageServices,
    PrivacyServices,
    ExtractionServices,
    EvolutionServices,
    IndexServices,
    SweepServices,
    JobFunctions,
    AuditFunctions,
):
    """Everything. What is not used is never made."""


services = Process(Services)
"""Asked first, it serves every function of this process."""
