/-- What a process that is started from the image does first; its configuration is a nonce. -/
def serveImage (l : Loaded) : IO Unit := do
  let config ← takeConfig "/mailbox"
  serveLoaded l "/mailbox" (field config "nonce")

unsafe def addressOf (action : IO Unit) : Nat := (ptrAddrUnsafe action).toNat

@[implemented_by addressOf] opaque actionAddress (action : IO Unit) : Nat

/-- Load everything and let the start script write the memory down: renaming a file to `image.ready` is
where it does, and where this process ends. -/
public def makeImage : IO Unit := do
  let l ← load (← takeConfig "/mailbox")
  -- A reference holds the action: a `let` may become two objects, and the one whose address is told be freed.
  let kept ← IO.mkRef (serveImage l)
  let tmp := System.FilePath.mk "/mailbox/image.tmp"
  IO.FS.writeFile tmp (toString (actionAddress (← kept.get)))
  IO.FS.rename tmp (System.FilePath.mk "/mailbox/image.ready")
  -- Never reached; it keeps the reference alive until the memory is written down.
  (← kept.get)
