"""Ways in through a browser; reads the store, jobs go through the runner."""
