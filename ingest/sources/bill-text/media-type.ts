const types: Readonly<Record<string, string>> = {
  xml: 'text/xml',
  htm: 'text/html',
  html: 'text/html',
  txt: 'text/plain',
  pdf: 'application/pdf',
}
const extensions: Readonly<Record<string, string>> = {
  'text/xml': 'xml',
  'application/xml': 'xml',
  'text/html': 'html',
  'text/plain': 'txt',
  'application/pdf': 'pdf',
}

/** By the end of the name, unless the bytes say that it is a PDF. Undefined for what holds no text of a bill. */
export function mediaTypeOf(name: string, bytes: Buffer): string | undefined {
  if (bytes.subarray(0, 1024).includes('%PDF-')) return types.pdf
  return types[name.slice(name.lastIndexOf('.') + 1).toLowerCase()]
}

/** `html` for `text/html; charset=…`; empty for a type that is not read. */
export function extensionOf(media_type: string): string {
  return extensions[media_type.split(';', 1)[0]!.trim().toLowerCase()] ?? ''
}
