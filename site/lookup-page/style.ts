/** The one style of the page; its hash stands in the policy of the page. */
export const LOOKUP_STYLE = `
:root{color-scheme:light dark;--ink:#1b1f24;--paper:#fff;--soft:#57606a;--line:#8c959f;--tint:#f6f8fa;--blue:#0a58ca;--upper:#0a58ca;--lower:#9a3412}
@media(prefers-color-scheme:dark){:root{--ink:#e6edf3;--paper:#0d1117;--soft:#9aa4ae;--line:#6e7681;--tint:#161b22;--blue:#6cb6ff;--upper:#6cb6ff;--lower:#f0883e}}
*{box-sizing:border-box}
body{margin:0 auto;max-width:48rem;padding:1.5rem 1rem 4rem;font:1rem/1.5 system-ui,sans-serif;color:var(--ink);background:var(--paper)}
h1{margin:0 0 .25rem}h2{margin:2rem 0 .5rem;font-size:1.2rem}
label{display:block;margin:.75rem 0 .25rem;font-weight:600}
input{width:100%;padding:.5rem;font:inherit;color:inherit;background:var(--paper);border:1px solid var(--line);border-radius:4px}
button{margin-top:1rem;padding:.5rem 1.25rem;font:inherit;color:#fff;background:#0a58ca;border:0;border-radius:4px;cursor:pointer}
:focus-visible{outline:3px solid var(--blue);outline-offset:2px}
.hint{color:var(--soft);font-size:.9rem;margin:.25rem 0 0}
.message{border-left:4px solid var(--lower);padding:.25rem .75rem;background:var(--tint)}
table{border-collapse:collapse;width:100%}th,td{text-align:left;vertical-align:top;padding:.35rem .75rem .35rem 0;border-top:1px solid var(--line)}thead th{border:0}
.wide{overflow-x:auto}a{color:var(--blue)}
svg{max-width:100%;height:auto;background:var(--tint);border:1px solid var(--line)}
.upper{fill:var(--upper);fill-opacity:.12;stroke:var(--upper);stroke-width:2}
.lower{fill:var(--lower);fill-opacity:.18;stroke:var(--lower);stroke-width:2}
.here{fill:var(--ink);stroke:var(--paper);stroke-width:2}
@media print{form{display:none}}`
