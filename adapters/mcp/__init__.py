"""Tools of other servers, by the Model Context Protocol, under the contract of ``domain.tools``."""
