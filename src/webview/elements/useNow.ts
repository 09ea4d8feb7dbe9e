import { useEffect, useState } from 'preact/hooks';

const minuteMs = 60_000;

/** In milliseconds since 1970; updated each minute, so that ages grow. */
export function useNow(): number {
  const [now, setNow] = useState(() => Date.now());
  useEffect(() => {
    const timer = setInterval(() => setNow(Date.now()), minuteMs);
    return () => clearInterval(timer);
  }, []);
  return now;
}
