/-- `lean --run` starts here, in the user's project. What a library's `initialize` sets up, such as
the extensions behind its tactics, exists only when imports may run it. -/
unsafe def main (args : List String) : IO Unit := do
  match args with
  | [folder] =>
    enableInitializersExecution
    let config ← takeConfig folder
    let l ← load config
    let served ← IO.asTask (prio := .dedicated) (serveLoaded l folder (field config "nonce"))
    match ← IO.wait served with
    | .ok _ => pure ()
    | .error e => throw e
  | _ => throw (IO.userError "usage: Driver MAILBOX")
