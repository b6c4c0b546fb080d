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

def countAxioms (cmds : List Syntax) (n : Nat) : Nat :=
  match cmds with
  | [] => n
  | c :: rest => countAxioms rest (if mentionsKind [``Parser.Command.axiom] c then n + 1 else n)

/-- What loading the prelude left behind. -/
structure Prelude where
  env : Environment
  axioms : Nat := 0
  errors : Nat := 0
  /-- At most a hundred. -/
  messages : Array Json := #[]
  messageCount : Nat := 0
  /-- The exception that ended it. -/
  internal : Option String := none
  /-- Whether it was read to the end of its text. -/
  ended : Bool := true

/-- Import `Init` and the compiled library of the prelude: the module that `name` names in `folder`. -/
def importLibrary (folder name : String) : IO Environment := do
  let known ← searchPathRef.get
  searchPathRef.set (System.FilePath.mk folder :: known)
  importModules #[{module := `Init}, {module := Name.mkSimple name}] {} 0 (loadExts := true)

/-- The library, and above it the notations and tactics, whose text is elaborated. -/
def loadPrelude (init : Environment) (config : Json) (l : Limits) : IO Prelude := do
  let library := field config "library"
  let text := field config "notation"
  let env ← if library == "" then pure init else importLibrary (field config "library_folder") library
  if text == "" then return { env }
  let o ← runCommands (contextOf text) {} l (fun _ => none) { state := startState env l }
  let messages ← messagesJson o.messages 100 #[]
  return {
    env := o.state.env
    axioms := countAxioms o.commands 0
    errors := countErrors o.messages 0
    messages
    messageCount := countMessages o.messages 0
    internal := o.internal
    ended := reachEnd o.commands }

/-- The folder to serve. `start.lean` puts the real one here before the driver runs. -/
@[noinline] public opaque mailboxFolder : String

public def serveMailbox : IO Unit := do
  let folder := mailboxFolder
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
    let p ← loadPrelude init config l
    let t2 ← IO.monoMsNow
    let deadline ← IO.mkRef none
    let _ ← IO.asTask (prio := .dedicated) (watch deadline)
    let known := nameSetOf (Parser.getSyntaxNodeKinds init) {}
    let own := newKinds known (Parser.getSyntaxNodeKinds p.env) {}
    let caps := [(`maxRecDepth, 10000), (`maxHeartbeats, 400000), (`synthInstance.maxHeartbeats, 200000),
      (`synthInstance.maxSize, 2000), (`exponentiation.threshold, 5000)]
    let policy : Policy := { allowed := fieldJson config "allowed", own, caps }
    let filePolicy : Policy := { policy with alsoAllowed := fieldJson config "allowed_in_files" }
    let divisibility ← findDivisibility init
    let s : Server := { core := init, base := p.env, divisibility, policy, filePolicy, folder, deadline }
    let ready := Json.mkObj [("nonce", Json.str (field config "nonce")), ("axioms", toJson p.axioms), ("errors", toJson p.errors),
      ("messages", Json.arr p.messages), ("message_count", toJson p.messageCount), ("internal", optionText p.internal),
      ("ended", Json.bool p.ended), ("version", Json.str Lean.versionString), ("init_ms", toJson (t1 - t0)), ("prelude_ms", toJson (t2 - t1))]
    let tmp := System.FilePath.mk (folder ++ "/ready.tmp")
    IO.FS.writeFile tmp ready.compress
    IO.FS.rename tmp (System.FilePath.mk (folder ++ "/ready.reply"))
    -- Not on the main thread: the build gives that one 64 KiB of stack, which a sum of 150 terms
    -- overflows. A thread has the size of `--tstack`, and Lean's own guard against deep recursion works.
    let served ← IO.asTask (prio := .dedicated) (serve s 0)
    match ← IO.wait served with
    | .ok _ => pure ()
    | .error e => throw e
