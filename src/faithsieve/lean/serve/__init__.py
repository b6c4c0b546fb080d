"""The embedded Lean for others: the protocols of the tools people already use, over our checker.

They exist so that every client in this package meets a real Lean in its tests, and so that a user
without a native Lean can point REPL, MCP or Kimina tools at something that answers.
"""
