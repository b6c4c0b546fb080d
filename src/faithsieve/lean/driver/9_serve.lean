/-!
Serving: a mailbox of files. A request `N.json` is read and removed before anything of it runs, so
that its nonce is known to this process's memory only; the answer goes to `N.tmp` and is renamed to
`N.reply`, so a reader never sees half of it.
-/

structure Server where
  /-- Core Lean alone. -/
  core : Environment
  /-- Core Lean with the prelude. -/
  base : Environment
  divisibility : Divisibility
  /-- For statements and bodies. -/
  policy : Policy
  /-- For whole files: the same, and plain declarations. -/
  filePolicy : Policy
  folder : String
  /-- The deadline (in ms) of the running request and the token that stops it. -/
  deadline : IO.Ref (Option (Nat × IO.CancelToken))

/-- One thread for all requests: stops the running one when its time is over. -/
partial def watch (deadline : IO.Ref (Option (Nat × IO.CancelToken))) : IO Unit := do
  IO.sleep 50
  match ← deadline.get with
  | some (t, token) =>
    if (← IO.monoMsNow) ≥ t then
      token.set
      deadline.set none
  | none => pure ()
  watch deadline

def answer (s : Server) (j : Json) (l : Limits) : IO (List (String × Json)) := do
  let base := if field j "base" == "core" then s.core else s.base
  match field j "op" with
  | "check" => answerCheck base deniedLeaves j l
  | "judge" => answerJudge s.divisibility base s.policy s.filePolicy deniedLeaves j l
  | "probe" => answerProbe s.divisibility base s.policy deniedLeaves j l
  | other => throw (IO.userError ("unknown op " ++ other))

def respond (s : Server) (request : String) : IO String := do
  match Json.parse request with
  | .error e => return (Json.mkObj [("failure", Json.str ("request is not JSON: " ++ e))]).compress
  | .ok j =>
    let token ← IO.CancelToken.new
    let start ← IO.monoMsNow
    s.deadline.set (some (start + fieldNat j "soft_ms" 600000, token))
    let l : Limits := {
      heartbeats := fieldNat j "heartbeats" 200000
      recursion := fieldNat j "recursion" 512
      token }
    let r ← (answer s j l).toBaseIO
    s.deadline.set none
    let cancelled ← token.isSet
    let took := (← IO.monoMsNow) - start
    let stamp := [("nonce", Json.str (field j "nonce")), ("cancelled", Json.bool cancelled), ("ms", toJson took)]
    match r with
    | .ok fields => return (Json.mkObj (join stamp fields)).compress
    | .error e => return (Json.mkObj (join stamp [("failure", Json.str e.toString)])).compress

partial def serve (s : Server) (n : Nat) : IO Unit := do
  let path := System.FilePath.mk (s.folder ++ "/" ++ toString n ++ ".json")
  if !(← path.pathExists) then
    IO.sleep 4
    serve s n
  else
    let request ← IO.FS.readFile path
    IO.FS.removeFile path
    let reply ← respond s request
    let tmp := System.FilePath.mk (s.folder ++ "/" ++ toString n ++ ".tmp")
    IO.FS.writeFile tmp reply
    IO.FS.rename tmp (System.FilePath.mk (s.folder ++ "/" ++ toString n ++ ".reply"))
    serve s (n + 1)

/-- Elaborate the prelude's files one after the other; each starts with fresh scopes. -/
def loadPrelude (env : Environment) (texts : List String) (l : Limits) (acc : Array Json) :
    IO (Environment × Array Json) :=
  match texts with
  | [] => return (env, acc)
  | t :: rest => do
    let o ← runCommands (contextOf t) {} l (fun _ => none) { state := startState env l }
    let acc ← messagesJson o.messages 100 acc
    loadPrelude o.state.env rest l acc

public def main (args : List String) : IO Unit := do
  match args with
  | [] => throw (IO.userError "usage: driver MAILBOX")
  | folder :: _ =>
    let configPath := System.FilePath.mk (folder ++ "/config.json")
    let text ← IO.FS.readFile configPath
    IO.FS.removeFile configPath
    match Json.parse text with
    | .error e => throw (IO.userError e)
    | .ok config =>
      let t0 ← IO.monoMsNow
      let init ← importModules #[{module := `Init}] {} 0 (loadExts := true)
      let t1 ← IO.monoMsNow
      let token ← IO.CancelToken.new
      let l : Limits := { heartbeats := fieldNat config "prelude_heartbeats" 2000000, recursion := 512, token }
      let r ← loadPrelude init (fieldTexts config "prelude") l #[]
      let t2 ← IO.monoMsNow
      let deadline ← IO.mkRef none
      let _ ← IO.asTask (prio := .dedicated) (watch deadline)
      let known := nameSetOf (Parser.getSyntaxNodeKinds init) {}
      let own := newKinds known (Parser.getSyntaxNodeKinds r.1) {}
      let caps := [(`maxRecDepth, 10000), (`maxHeartbeats, 400000), (`synthInstance.maxHeartbeats, 200000),
        (`synthInstance.maxSize, 2000), (`exponentiation.threshold, 5000)]
      let policy : Policy := { allowed := fieldJson config "allowed", own, caps }
      let filePolicy : Policy := { policy with alsoAllowed := fieldJson config "allowed_in_files" }
      let divisibility ← findDivisibility init
      let s : Server := { core := init, base := r.1, divisibility, policy, filePolicy, folder, deadline }
      let ready := Json.mkObj [("nonce", Json.str (field config "nonce")), ("messages", Json.arr r.2),
        ("version", Json.str Lean.versionString), ("init_ms", toJson (t1 - t0)), ("prelude_ms", toJson (t2 - t1))]
      let tmp := System.FilePath.mk (folder ++ "/ready.tmp")
      IO.FS.writeFile tmp ready.compress
      IO.FS.rename tmp (System.FilePath.mk (folder ++ "/ready.reply"))
      serve s 0
