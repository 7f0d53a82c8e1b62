import type { SheetColumn } from '../../schemas/http/sheets/sheet-columns.ts'

/** The ornaments of a page that belongs to nobody. */
export const GRAY = '8c959f'

/** The least widths of columns, in which no usual word of them is broken. */
const leastRem: { readonly [C in SheetColumn]: number } = {
  identifier: 6.5,
  jurisdiction: 8,
  session: 7,
  title: 11,
  status: 7.5,
  status_date: 6.5,
  latest_action: 11,
  introduced_on: 6.5,
  chamber: 7,
  classification: 8,
  subjects: 9,
  sponsors: 8,
  summary: 11,
  link: 5.5,
  updated_at: 6.5,
  position: 6.5,
  priority: 6,
  note: 11,
  tags: 8,
}
/** Columns with long texts, which get three times as much room as others. */
const LONG: ReadonlySet<SheetColumn> = new Set(['title', 'note', 'summary', 'latest_action'])
const trackOf = (column: SheetColumn): string =>
  `minmax(${leastRem[column]}rem,${LONG.has(column) ? 3 : 1}fr)`

/** The style of a page. Its hash stands in the policy of the page. The accent is an ornament: no text depends on it. */
export function styleOf(accent: string, columns: readonly SheetColumn[] = []): string {
  const least_rem = columns.reduce((sum, column) => sum + leastRem[column], 0)
  return `:root{--accent:#${accent};--tracks:${columns.map(trackOf).join(' ') || 'none'};--least:${least_rem}rem}${LOOK}${ROWS}`
}

/** Colors, texts and forms of all pages for people. */
const LOOK = `
:root{color-scheme:light dark;--ink:#1b1f24;--paper:#fff;--soft:#57606a;--line:#8c959f;--tint:#f6f8fa;--blue:#0a58ca;--red:#9a3412}
@media(prefers-color-scheme:dark){:root{--ink:#e6edf3;--paper:#0d1117;--soft:#9aa4ae;--line:#6e7681;--tint:#161b22;--blue:#6cb6ff;--red:#f0883e}}
*{box-sizing:border-box}
body{margin:0 auto;max-width:80rem;padding:0 1rem 3rem;font:1rem/1.5 system-ui,sans-serif;color:var(--ink);background:var(--paper);border-top:.5rem solid var(--accent);overflow-wrap:anywhere}
td,th{overflow-wrap:break-word}
header{padding:1.5rem 0 .5rem;max-width:48rem}header img{margin-bottom:1rem}h1{margin:.25rem 0 .5rem;line-height:1.2}
img{display:block;max-width:100%;height:auto;background:#fff;padding:.25rem}
a{color:var(--blue)}td a,.tools a,nav a{display:inline-block;padding:.2rem 0}td a{margin:-.2rem 0}.skip{position:absolute;left:-99rem}.skip:focus{left:1rem;top:1rem;padding:.5rem;background:var(--paper)}
:focus-visible{outline:3px solid var(--blue);outline-offset:2px}
form{display:flex;flex-wrap:wrap;gap:.5rem 1rem;align-items:end;margin:1rem 0}
form div{min-width:8rem;max-width:100%}.go{display:flex;gap:1rem;align-items:center}
label{display:block;font-weight:600;font-size:.9rem}
input,select{width:100%;max-width:100%;padding:.4rem;min-height:2.5rem;font:inherit;color:inherit;background:var(--paper);border:1px solid var(--line);border-radius:4px}
button{padding:.4rem 1.25rem;min-height:2.5rem;font:inherit;color:#fff;background:#0a58ca;border:0;border-radius:4px;cursor:pointer}
[aria-sort=ascending] a::after{content:" \\2191"}[aria-sort=descending] a::after{content:" \\2193"}
.removed td{color:var(--soft)}.sign,.preview{color:var(--red);font-weight:600}.sign{font-size:.85rem}
nav{display:flex;gap:1rem;margin:1rem 0}`

/** The style of a page with tables whose columns are as wide as their content. A wide one scrolls by itself. */
export const plainStyleOf = (accent: string): string => `:root{--accent:#${accent}}${LOOK}${TABLES}`

const TABLES = `
.wide{overflow-x:auto}table{border-collapse:collapse;min-width:100%}
th,td{text-align:left;vertical-align:top;padding:.4rem .75rem .4rem 0;border-top:1px solid var(--line);overflow-wrap:normal}
thead th{border-top:0;border-bottom:2px solid var(--accent)}
@media print{.tools,.skip{display:none}body{border-top:0;max-width:none}a{color:inherit}tr{break-inside:avoid}}`

// A browser lays out the rows that it shows. The last one always has its whole height, so that it covers nothing below it.
const ROWS = `
.wide{overflow-x:auto}table,thead,tbody{display:block}
tr{display:grid;grid-template-columns:var(--tracks);min-width:var(--least);border-top:1px solid var(--line)}
tbody tr:not(:last-child){content-visibility:auto;contain-intrinsic-size:auto 6rem}
th,td{text-align:left;padding:.4rem .75rem .4rem 0;min-width:0}
thead tr,tbody tr:first-child{border-top:0}thead tr{border-bottom:2px solid var(--accent)}
@media(max-width:40rem){
form{display:grid;grid-template-columns:1fr 1fr}form div:first-child{grid-column:1/-1}form div{min-width:0}
thead{position:absolute;left:-99rem}tr,th,td{display:block;min-width:0}
tbody tr{border-top:2px solid var(--line);padding:.5rem 0}tbody tr:not(:last-child){contain-intrinsic-size:auto 12rem}tbody th,td{padding:.1rem 0}tbody th{font-size:1.1rem}
td::before{content:attr(data-label) ": ";color:var(--soft)}td:empty{display:none}
}
@media print{form,nav,.tools,.skip{display:none}body{border-top:0;max-width:none}a{color:inherit}tbody tr{break-inside:avoid}tbody tr:not(:last-child){content-visibility:visible}}`
