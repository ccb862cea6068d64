// The evening on the server, kept up to date while several phones change it.
import { useEffect, useRef, useState } from "../vendor/preact-htm.js";
import * as api from "./api.js";
import { say } from "./words.js";

export function useEvening(first, setError) {
  const [now, setNow] = useState(first);
  const [live, setLive] = useState(true);
  const shown = useRef(first);
  const show = (evening) => { shown.current = evening; setNow(evening); };

  useEffect(() => {
    const events = new EventSource(api.eventsAddress(now.id));
    events.addEventListener("changed", async (event) => {
      setLive(true);
      if (Number(event.data) > shown.current.version) show(await api.evening(now.id));
    });
    // Somebody began a new evening: this page goes on with it.
    events.addEventListener("moved", async () => show(await api.newestEvening()));
    events.onerror = () => setLive(false);
    return () => events.close();
  }, [now.id]);

  /** Do something on the server and show the evening that it answers with. */
  async function change(action) {
    try {
      show(await action(shown.current.id));
      return true;
    } catch (error) {
      setError(error);
      return false;
    }
  }

  return {
    ...now,
    live,
    change,
    start: () => change(() => api.startEvening()),
    name: (seat) => now.names[seat] || say(`seat.${seat}`),
  };
}
