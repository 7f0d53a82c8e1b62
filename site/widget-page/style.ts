export type Theme = { readonly accent: string; readonly background: string; readonly text: string }

/** The style of a widget in the colors of its account, which are six hex digits each. */
export function styleOf({ accent, background, text }: Theme): string {
  return `:root{--accent:${accent};--paper:${background};--ink:${text};--on-accent:${inkOn(accent)}}${RULES}`
}

const RULES = `
*{box-sizing:border-box}
html{background:var(--paper);color:var(--ink)}
body{margin:0;padding:.75rem;font:1rem/1.5 system-ui,sans-serif}
h1{margin:0 0 .5rem;font-size:1.2rem}h2{margin:1.25rem 0 .5rem;font-size:1.05rem}
table{border-collapse:collapse;width:100%;font-size:.95rem}
th,td{text-align:left;vertical-align:top;padding:.4rem .75rem .4rem 0;border-top:1px solid}
thead th{border:0}th{font-weight:600}tbody th{white-space:nowrap}
.wide{overflow-x:auto}.wide:focus-visible,a:focus-visible,input:focus-visible,button:focus-visible{outline:3px solid var(--accent);outline-offset:2px}
a{color:inherit}
label{display:block;margin:.6rem 0 .2rem;font-weight:600}
label.check{display:flex;gap:.5rem;font-weight:400;align-items:flex-start}
input{font:inherit;color:inherit;background:var(--paper);border:1px solid;border-radius:4px;padding:.45rem}
input:not([type=checkbox]){width:100%}
input[type=checkbox]{width:1.25rem;height:1.25rem;flex:none;margin-top:.15rem}
button{margin-top:.75rem;min-height:2.75rem;padding:.5rem 1.25rem;font:inherit;color:var(--on-accent);background:var(--accent);border:0;border-radius:4px;cursor:pointer}
.message{border-left:4px solid var(--accent);padding:.25rem .75rem;margin:.5rem 0}
.hint{font-size:.9rem}.trap{position:absolute;left:-10000px;width:1px;height:1px;overflow:hidden}
ul{padding-left:1.25rem}p{margin:.5rem 0;overflow-wrap:anywhere}
@media(max-width:30rem){thead{position:absolute;left:-10000px}tr{display:block;border-top:1px solid;padding:.4rem 0}th,td{display:block;border:0;padding:.1rem 0}td:empty{display:none}td::before{content:attr(data-label) ": "}}
`

/** Black or white, whichever is easier to read on a color (WCAG 2.2, relative luminance). */
export function inkOn(color: string): '#000000' | '#ffffff' {
  const [red, green, blue] = [1, 3, 5].map((place) => {
    const part = Number.parseInt(color.slice(place, place + 2), 16) / 255
    return part <= 0.04045 ? part / 12.92 : ((part + 0.055) / 1.055) ** 2.4
  })
  const luminance = 0.2126 * red! + 0.7152 * green! + 0.0722 * blue!
  return luminance > 0.179 ? '#000000' : '#ffffff'
}
