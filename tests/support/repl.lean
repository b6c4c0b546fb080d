/-!
The community REPL's command mode over the driver's own runner of commands: environments are kept
and numbered, and a text is elaborated on top of one. Requests and replies are files, because this
build cannot wait for its standard input.
-/

def nth (states : List Command.State) (n : Nat) : Option Command.State :=
  match states, n with
  | [], _ => none
  | s :: _, 0 => some s
  | _ :: rest, n + 1 => nth rest n

def replReply (base : Environment) (l : Limits) (states : List Command.State) (j : Json) : IO (Json × List Command.State) := do
  let started := match fieldNat j "env" 1000000 with
    | 1000000 => some (startState base l)
    | n => nth states n
  match started with
  | none => return (Json.mkObj [("message", Json.str "Unknown environment.")], states)
  | some state =>
    let text := field j "cmd"
    let o ← runCommands (contextOf text) (startOf state.env text) l (fun _ => none) { state }
    let messages ← messagesJson o.messages 500 #[]
    let kept := join states [o.state]
    return (Json.mkObj [("env", toJson (lengthOfStates states 0)), ("messages", Json.arr messages)], kept)
where
  lengthOfStates (states : List Command.State) (n : Nat) : Nat :=
    match states with
    | [] => n
    | _ :: rest => lengthOfStates rest (n + 1)

partial def replLoop (base : Environment) (folder : String) (states : List Command.State) (n : Nat) : IO Unit := do
  let path := System.FilePath.mk (folder ++ "/" ++ toString n ++ ".json")
  if !(← path.pathExists) then
    IO.sleep 5
    replLoop base folder states n
  else
    let request ← IO.FS.readFile path
    let token ← IO.CancelToken.new
    let l : Limits := { heartbeats := 400000, recursion := 512, token }
    match Json.parse request with
    | .error e => throw (IO.userError e)
    | .ok j =>
      let r ← replReply base l states j
      let tmp := System.FilePath.mk (folder ++ "/" ++ toString n ++ ".tmp")
      IO.FS.writeFile tmp r.1.compress
      IO.FS.rename tmp (System.FilePath.mk (folder ++ "/" ++ toString n ++ ".reply"))
      replLoop base folder r.2 (n + 1)

unsafe def main (args : List String) : IO Unit := do
  match args with
  | [folder] =>
    let base ← importModules #[{module := `Init}, {module := `Lean}] {} 0 (loadExts := true)
    let served ← IO.asTask (prio := .dedicated) (replLoop base folder [] 0)
    match ← IO.wait served with
    | .ok _ => pure ()
    | .error e => throw e
  | _ => throw (IO.userError "usage: Repl FOLDER")
