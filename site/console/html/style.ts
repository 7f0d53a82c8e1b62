/** The one style of the console; its hash stands in the policy of every page. */
export const CONSOLE_STYLE = `
:root{color-scheme:light dark;--ink:#1b1f24;--paper:#fff;--soft:#57606a;--line:#d0d7de;--edge:#8c959f;--tint:#f6f8fa;--blue:#0a58ca;--yes:#1a7f37;--no:#b3261e;--other:#8c959f;--mark:#fff3c4}
@media(prefers-color-scheme:dark){:root{--ink:#e6edf3;--paper:#0d1117;--soft:#9aa4ae;--line:#30363d;--edge:#6e7681;--tint:#161b22;--blue:#6cb6ff;--yes:#3fb950;--no:#ff7b72;--other:#6e7681;--mark:#5a4a00}}
*{box-sizing:border-box}
body{margin:0;font:1rem/1.5 system-ui,sans-serif;color:var(--ink);background:var(--paper);overflow-wrap:anywhere}
.skip{position:absolute;left:-99rem}.skip:focus{left:1rem;top:.5rem;background:var(--paper);padding:.5rem}
header{border-bottom:1px solid var(--line);background:var(--tint)}
header>div,main{margin:0 auto;max-width:72rem;padding:.5rem 1rem}
header>div{display:flex;flex-wrap:wrap;gap:.25rem 1.25rem;align-items:center}
header nav{display:flex;flex-wrap:wrap;gap:.25rem 1rem;flex:1}
header form{margin:0}header button.plain{padding:.25rem .625rem}time{white-space:nowrap}@media(max-width:48rem){header nav{flex:1 1 100%;order:1}}header .who{color:var(--soft)}
main{padding-bottom:4rem}
h1{margin:1rem 0 .25rem;font-size:1.6rem;line-height:1.25}h2{margin:2rem 0 .5rem;font-size:1.2rem}h3{margin:1rem 0 .25rem;font-size:1rem}
a{color:var(--blue)}a[aria-current]{font-weight:700;text-decoration:none;color:inherit}
label{display:block;font-weight:600;margin:.5rem 0 .25rem}
input,select,textarea{width:100%;padding:.5rem;font:inherit;color:inherit;background:var(--paper);border:1px solid var(--edge);border-radius:4px}
button{padding:.5rem 1rem;font:inherit;color:#fff;background:#0a58ca;border:1px solid #0a58ca;border-radius:4px;cursor:pointer}
button.plain{color:var(--blue);background:none;border-color:var(--edge)}
button.danger{background:#b3261e;border-color:#b3261e}.deletion{margin:1.5rem 0}td .deletion{margin:0}
:focus-visible{outline:3px solid var(--blue);outline-offset:2px}
.fields{display:grid;gap:0 1rem;grid-template-columns:repeat(auto-fit,minmax(12rem,1fr));align-items:start}
.fields .act{margin:.5rem 0 0;align-self:end}.fields .check{align-self:center}.fields .full{grid-column:1/-1}form[role=search] .act{grid-column:auto}.inline{display:inline}
.hint{color:var(--soft);font-size:.875rem;margin:.25rem 0 0}fieldset{margin:1rem 0 0;padding:.25rem 1rem 1rem;border:1px solid var(--line);border-radius:4px}legend{font-weight:600;padding:0 .25rem}
.check{display:flex;gap:.5rem;align-items:center;margin:.5rem 0}.check input{width:auto}.check label{margin:0;font-weight:400}.check+.hint{margin:-.25rem 0 .5rem 1.6rem}input[type=color]{padding:.125rem;height:2.6rem}
.card{border:1px solid var(--line);border-radius:4px;padding:0 1rem 1rem;margin:1rem 0;background:var(--tint)}
td form{display:inline}td form+form{margin-left:.5rem}td label{margin:0 0 .25rem;font-weight:400;font-size:.875rem}td select{width:auto;margin-right:.5rem}
.tabs{display:flex;flex-wrap:wrap;gap:.25rem 1rem}.path{display:block;min-width:10rem;overflow-wrap:anywhere}
.buttons{display:flex;flex-wrap:wrap;gap:.5rem;margin:1rem 0}.buttons form{margin:0}
.preview{width:100%;height:28rem;border:1px solid var(--edge);background:#fff}.secret{user-select:all;display:block;padding:.5rem .75rem;border:1px solid var(--edge);border-radius:4px;background:var(--tint);font:1rem/1.5 ui-monospace,monospace;white-space:pre-wrap}
.soft{color:var(--soft)}.message{border-left:4px solid var(--blue);padding:.25rem .75rem;background:var(--tint)}
.message.bad{border-color:var(--no)}
.tag{display:inline-block;padding:0 .5rem;border:1px solid var(--edge);border-radius:1rem;font-size:.875rem;white-space:nowrap}
mark{background:var(--mark);color:inherit}
ul.plain,ol.plain{list-style:none;margin:0;padding:0}
li.row{padding:.75rem 0;border-top:1px solid var(--line)}
.wide{overflow-x:auto;margin-top:.5rem}
table{border-collapse:collapse;width:100%}th,td{text-align:left;vertical-align:top;padding:.35rem .75rem .35rem 0;border-top:1px solid var(--line);overflow-wrap:normal}thead th{border:0}td.number{text-align:right;font-variant-numeric:tabular-nums}
.sides{display:grid;gap:0 2rem;margin-top:1.5rem;grid-template-columns:minmax(0,3fr) minmax(0,1fr)}
@media(max-width:48rem){.sides{grid-template-columns:minmax(0,1fr)}}
.timeline{border-left:3px solid var(--line);margin:0;padding:0 0 0 1rem;list-style:none}
.timeline li{padding:.25rem 0}.timeline time{color:var(--soft);margin-right:.5rem}
svg{max-width:100%;height:auto}.seat-yes{fill:var(--yes)}.seat-no{fill:none;stroke:var(--no);stroke-width:2.5}.seat-other{fill:var(--other)}
.upper{fill:var(--blue);fill-opacity:.12;stroke:var(--blue);stroke-width:2}.lower{fill:var(--no);fill-opacity:.12;stroke:var(--no);stroke-width:2}.here{fill:var(--ink);stroke:var(--paper);stroke-width:2}
.bar{fill:var(--blue)}.axis{stroke:var(--line)}meter{width:16rem;max-width:100%}svg text{fill:var(--ink);font-size:12px}@media(max-width:48rem){svg text{font-size:20px}}
ins{text-decoration:underline;text-decoration-color:var(--yes);text-decoration-thickness:2px}del{color:var(--no)}
.written,pre.diff{white-space:pre-wrap}.diff{border:1px solid var(--line);padding:.75rem;background:var(--tint)}
dl{display:grid;grid-template-columns:max-content minmax(0,1fr);gap:.25rem 1rem;margin:.5rem 0}dt{color:var(--soft)}dd{margin:0}
@media print{header,form,td button{display:none}}`
