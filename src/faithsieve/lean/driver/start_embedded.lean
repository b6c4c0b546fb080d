/-- The folder to serve. `start.lean` puts the real one here before the driver runs. -/
@[noinline] public opaque mailboxFolder : String

public def serveMailbox : IO Unit := serveFolder mailboxFolder
