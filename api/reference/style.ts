/** The only style of the page; its hash is in the page's policy. */
export const PAGE_STYLE = `
:root{color-scheme:light dark;--ink:#1b1f24;--paper:#fff;--soft:#57606a;--line:#d8dee4;--tint:#f6f8fa;--blue:#0a58ca;--green:#1a7f37;--red:#b42318}
@media(prefers-color-scheme:dark){:root{--ink:#e6edf3;--paper:#0d1117;--soft:#9aa4ae;--line:#30363d;--tint:#161b22;--blue:#6cb6ff;--green:#57ab5a;--red:#f47067}}
*{box-sizing:border-box}
html{scroll-padding-top:1rem}
body{margin:0;font:16px/1.5 system-ui,sans-serif;color:var(--ink);background:var(--paper);display:grid;grid-template-columns:22rem minmax(0,1fr)}
nav{position:sticky;top:0;height:100vh;overflow:auto;padding:1.25rem;border-right:1px solid var(--line);background:var(--tint);font-size:.875rem}
nav h2{margin:1.25rem 0 .25rem;font-size:.75rem;text-transform:uppercase;letter-spacing:.05em;color:var(--soft);border:0}
nav ul{list-style:none;margin:0;padding:0}nav li{margin:.1rem 0}nav a{display:flex;color:var(--ink);text-decoration:none;padding:.1rem 0;overflow-wrap:anywhere;font:.78rem/1.4 ui-monospace,monospace}nav a:hover{color:var(--blue)}
main{padding:2rem clamp(1rem,4vw,3.5rem) 6rem;max-width:68rem}
h1{margin:0 0 .5rem}h2{margin:3.5rem 0 .5rem;padding-bottom:.25rem;border-bottom:1px solid var(--line)}
h3{margin:0 0 .25rem;font:600 1.05rem ui-monospace,monospace;overflow-wrap:anywhere}
h3 b,nav b{color:var(--blue)}b.post,b.put,b.patch{color:var(--green)!important}b.delete{color:var(--red)!important}h3 b{margin-right:.5em}nav b{flex:0 0 4.4em;font-size:.7rem}
article{margin:2.5rem 0 0}article p{margin:.25rem 0}.lead{font-size:1.05rem}
a{color:var(--blue)}code{font:.875em ui-monospace,monospace;overflow-wrap:anywhere}i{color:var(--soft);font-size:.85em}
.wide{overflow-x:auto;margin:.75rem 0}table{border-collapse:collapse;width:100%;font-size:.9rem}
th{text-align:left;font-weight:600;color:var(--soft);font-size:.8rem}th,td{padding:.3rem .75rem .3rem 0;vertical-align:top;border-top:1px solid var(--line)}thead th{border:0}
td:first-child{min-width:9rem}td:nth-child(2){max-width:20rem}td:nth-child(3){width:45%}
pre{background:var(--tint);border:1px solid var(--line);border-radius:6px;padding:.75rem;overflow:auto;font:.8rem/1.45 ui-monospace,monospace;max-height:32rem}
summary{cursor:pointer;color:var(--soft);margin:.5rem 0}
@media(max-width:56rem){body{display:block}nav{position:static;height:auto;max-height:40vh;border-right:0;border-bottom:1px solid var(--line)}}
@media print{nav{display:none}body{display:block}}`
