/-- For a Lean that only takes text: answer one request in the environment of the text around it, and
log the reply as one warning. Warnings survive every protocol, other messages do not. -/
def answerText (tag config request : String) : Command.CommandElabM Unit := fun _ ref => do
  let state ← ref.get
  let answer : IO String := do
    match Json.parse config with
    | .error e => throw (IO.userError e)
    | .ok config =>
      -- No clock as in `serveFolder`: heartbeats end a request, and whoever asks watches the time.
      respond (← makeServer state.env state.env config) 0 request
  let said ← answer.toBaseIO
  let reply := match said with
    | .ok reply => reply
    | .error e => e.toString
  let message : Message := { fileName := "", pos := ⟨1, 0⟩, severity := .warning, data := stringToMessageData (tag ++ " " ++ reply) }
  ref.set { state with messages := state.messages.add message }
