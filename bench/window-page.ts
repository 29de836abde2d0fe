// What runs in the page: as text, as it knows the DOM and nothing of Node.

/**
 * Notes when calls leave and answers come: `window.calls` holds [method, sent, answered], in milliseconds. An answer is
 * noted before the window hears of it: what the window then does is no part of what the host took.
 */
export const WATCH_CALLS = `
  window.calls = [];
  const open = new Map();
  window.WebSocket = class extends WebSocket {
    constructor(...given) {
      super(...given);
      this.addEventListener("message", ({ data: text }) => {
        const id = /^\\{"t":"(?:ok|err)","id":(\\d+)/.exec(String(text).slice(0, 60))?.[1];
        const found = open.get(Number(id));
        if (found) window.calls.push([...found, performance.now()]);
      });
    }
    send(data) {
      const call = typeof data === "string" && data.startsWith('{"t":"call"') ? JSON.parse(data) : undefined;
      if (call) open.set(call.id, [call.m, performance.now()]);
      super.send(data);
    }
  };
`;

/** Resolves, with the time, when the columns, with their words, and the chart of a step have been painted. */
export const FIRST_SCREEN = `
  new Promise((resolve) => {
    const look = () => {
      const rows = document.querySelectorAll(".columns__row").length;
      const chart = document.querySelector(".chart__pick");
      const bare = document.querySelector(".columns__row[data-bare]");
      if (rows > 2 && chart && !bare) requestAnimationFrame(() => setTimeout(() => resolve(performance.now())));
      else requestAnimationFrame(look);
    };
    look();
  })
`;

/** Scrolls from one end to the other, a stretch a frame: lengths of the frames, and the most message rows in the page. */
export const SCROLL = `
  new Promise((resolve) => {
    const list = document.querySelector(".columns");
    list.scrollTop = 0;
    const frames = [];
    let most = 0;
    let last;
    let at = 0;
    // Asked once: a question about the layout in every frame would be work of the benchmark's own.
    const end = list.scrollHeight - list.clientHeight;
    const stretch = Math.max(300, end / 1800);
    const step = (now) => {
      if (last !== undefined) frames.push(now - last);
      last = now;
      most = Math.max(most, document.querySelectorAll(".columns__row").length);
      at += stretch;
      list.scrollTop = at;
      if (at > end + 3 * stretch) resolve({ frames, most });
      else requestAnimationFrame(step);
    };
    requestAnimationFrame(step);
  })
`;

/** The same number of frames in which nothing happens: what the machine does to frames by itself. */
export const IDLE = `
  (count) => new Promise((resolve) => {
    const frames = [];
    let last;
    const step = (now) => {
      if (last !== undefined) frames.push(now - last);
      last = now;
      if (frames.length >= count) resolve(frames);
      else requestAnimationFrame(step);
    };
    requestAnimationFrame(step);
  })
`;

/** Goes a step on with a key: how many frames began between the answer of the host and the step's being in the page. */
export const NEXT_STEP = `
  (key) => new Promise((resolve) => {
    const title = () => document.querySelectorAll(".columns__title")[1]?.textContent;
    const before = title();
    const known = window.calls.length;
    let frames = 0;
    let answered = false;
    let done = false;
    const count = () => {
      if (answered) frames++;
      if (!done) requestAnimationFrame(count);
    };
    requestAnimationFrame(count);
    const watch = new MutationObserver(() => {
      if (title() === before) return;
      watch.disconnect();
      done = true;
      const shown = performance.now();
      const call = window.calls.slice(known).findLast(([method]) => method === "run.request");
      resolve({ frames, milliseconds: Math.max(0, shown - (call?.[2] ?? Infinity)) });
    });
    watch.observe(document.querySelector(".columns"), { subtree: true, childList: true, characterData: true });
    const look = setInterval(() => {
      if (!window.calls.slice(known).some(([method]) => method === "run.request")) return;
      answered = true;
      clearInterval(look);
    }, 1);
    document.body.dispatchEvent(new KeyboardEvent("keydown", { key, bubbles: true }));
  })
`;
