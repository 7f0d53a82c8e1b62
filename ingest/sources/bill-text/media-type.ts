import { mediaTypeOfName } from '../../files/media-types.ts'

const extensions: Readonly<Record<string, string>> = {
  'text/xml': 'xml',
  'application/xml': 'xml',
  'text/html': 'html',
  'text/plain': 'txt',
  'application/pdf': 'pdf',
}

/** Decides by the end of the name, unless the bytes show a PDF. Undefined if the file has no text of a bill. */
export function mediaTypeOf(name: string, bytes: Buffer): string | undefined {
  if (bytes.subarray(0, 1024).includes('%PDF-')) return 'application/pdf'
  return mediaTypeOfName(name)
}

/** `html` for `text/html; charset=…`; empty for a type that is not read. */
export function extensionOf(mediaType: string): string {
  return extensions[mediaType.split(';', 1)[0]!.trim().toLowerCase()] ?? ''
}
