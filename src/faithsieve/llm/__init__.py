"""Language models behind one protocol; caching, retries, limits and budgets are wrappers.

Built from the inside out, each layer sees what the next one must not::

    AccountedModel      one a proof: what each stage cost
    CachedModel         answers what is known; everything below it costs money
    RetryingModel       waits and asks again
    BudgetedModel       reserves tokens and money for every attempt, and prices its reply
    LimitedModel        concurrency, requests and tokens a minute, a shared pause after a 429
    OpenAICompatible    or LiteLLM, a local model, a batch, a script
"""
