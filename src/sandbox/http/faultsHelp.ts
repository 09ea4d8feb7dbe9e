/** The syntax of faults, for `--help`. */
export const faultsHelp = `Faults on request: for one request that has a valid key with the header "x-sandbox-fault", for all requests with
"--fault".
Separate faults with commas and a fault's parameters with semicolons: "latency=200, status=429;retry-after=1".

  latency=MS            wait this long before the request is carried out
  status=N              respond with this status and do nothing
    ;retry-after=S        the Retry-After header, in seconds; 429 has none by default
    ;scope=NAME           for 403: the scope that the key lacks
    ;html                 as an HTML page, as from a proxy
  reset                 reset the connection instead of responding; nothing is done
  reset=after           the same after the request was carried out
  half                  announce a whole body, send half of it, reset the connection
  truncate              send half of the body and end it normally (no length, no error)
  drip=MS               send the body in chunks of 1 kB (;bytes=N), this long apart
  next=WHERE            "next" of a page: self, first (page 1 again), host (the same page on another host), or a URL
  previous=self         "previous" is the page itself
  move=N                pages after the first start N records early, as if records moved between requests
  short=N               pages have N records fewer than requested
  wrong=FIELD           this field of the first record (;record=N, from 0) has another type
  broken                the first record (;record=N) is no record
  cohort                persons are answered with the cohort itself, as the interface documents
  endless               a calculation that this request starts never ends
  deleted=204           DELETE is answered with 204
  crash                 the service ends as it does for an error that nothing catches

Limit any fault: ;method=PATCH, ;path=TEXT (part of the path), ;after=N (skip the first N requests), ;times=N (only N
requests), ;every=N (each Nth request).
`;
