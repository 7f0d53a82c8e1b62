export type PdfLine = { readonly text: string; readonly x?: number; readonly y: number }

/** A PDF of pages, each with printed lines (Helvetica, 12 points), or with only a picture, as from a scanner. */
export function pdfOf(pages: readonly (readonly PdfLine[] | 'scan')[]): Buffer {
  const objects: string[] = []
  const add = (body: string): number => objects.push(body)
  const font = add('<< /Type /Font /Subtype /Type1 /BaseFont /Helvetica /Encoding /WinAnsiEncoding >>')
  const picture = add(
    stream(
      '/Type /XObject /Subtype /Image /Width 1 /Height 1 /ColorSpace /DeviceGray /BitsPerComponent 8',
      'x',
    ),
  )
  const tree = objects.length + pages.length * 2 + 1
  const kids = pages.map((page) => {
    const content = page === 'scan' ? 'q 600 0 0 780 0 0 cm /P Do Q' : page.map(shown).join('\n')
    const text = add(stream('', content))
    const resources = `<< /Font << /F ${font} 0 R >> /XObject << /P ${picture} 0 R >> >>`
    return add(
      `<< /Type /Page /Parent ${tree} 0 R /MediaBox [0 0 612 792] /Resources ${resources} /Contents ${text} 0 R >>`,
    )
  })
  add(`<< /Type /Pages /Count ${kids.length} /Kids [${kids.map((kid) => `${kid} 0 R`).join(' ')}] >>`)
  const root = add(`<< /Type /Catalog /Pages ${tree} 0 R >>`)
  return written(objects, root)
}

/** A PDF of this many pages, all with this content, encoded by these filters. */
export function pdfOfContent(content: Buffer, filters: string, pages = 1): Buffer {
  const tree = 3
  const text = stream(`/Filter [${filters}]`, content.toString('latin1'))
  const page = `<< /Type /Page /Parent ${tree} 0 R /MediaBox [0 0 612 792] /Resources << >> /Contents 1 0 R >>`
  const kids = `<< /Type /Pages /Count ${pages} /Kids [${'2 0 R '.repeat(pages)}] >>`
  return written([text, page, kids, `<< /Type /Catalog /Pages ${tree} 0 R >>`], 4)
}

/** Pages of numbered lines with a running head above and a page number below, as legislatures print them. */
export function numberedPages(head: string, pages: readonly (readonly string[])[]): Buffer {
  return pdfOf(
    pages.map((lines, page) => [
      { text: head, x: 250, y: 750 },
      ...lines.flatMap((text, index) => [
        { text: String(index + 1), x: 72, y: 720 - index * 24 },
        { text, x: 108, y: 720 - index * 24 },
      ]),
      { text: `- ${page + 1} -`, x: 300, y: 40 },
    ]),
  )
}

const shown = ({ text, x = 72, y }: PdfLine): string =>
  `BT /F 12 Tf ${x} ${y} Td (${text.replace(/[\\()]/gu, (found) => `\\${found}`)}) Tj ET`

const stream = (entries: string, content: string): string =>
  `<< ${entries} /Length ${Buffer.byteLength(content, 'latin1')} >>\nstream\n${content}\nendstream`

function written(objects: readonly string[], root: number): Buffer {
  let text = '%PDF-1.4\n'
  const places = objects.map((body, index) => {
    const place = text.length
    text += `${index + 1} 0 obj\n${body}\nendobj\n`
    return `${String(place).padStart(10, '0')} 00000 n \n`
  })
  const table = text.length
  text += `xref\n0 ${objects.length + 1}\n0000000000 65535 f \n${places.join('')}`
  text += `trailer\n<< /Size ${objects.length + 1} /Root ${root} 0 R >>\nstartxref\n${table}\n%%EOF\n`
  return Buffer.from(text, 'latin1')
}
