import { hash } from 'node:crypto'
import { MAX_LOGO_BYTES } from '../../schemas/http/sheets/stakeholder-page.ts'
import { invalidBody } from '../input/refused-input.ts'

export type Logo = {
  readonly sha256: string
  readonly media_type: 'image/png'
  readonly bytes: Buffer
  readonly width: number
  readonly height: number
}

/** The box that a logo fits into, for screens with two pixels a point. */
const BOX = { width: 640, height: 240 }
/** A small file can unpack to a huge picture. */
const MAX_PIXELS = 25_000_000
const SECONDS = 5
/** Pictures of pixels. SVG can have scripts and links, so it is none of them. */
const RASTER = new Set(['png', 'jpeg', 'webp', 'gif', 'avif', 'heif'])

const SIGNATURES: readonly (readonly [offset: number, bytes: string])[] = [
  [0, '\x89PNG\r\n\x1a\n'],
  [0, '\xff\xd8\xff'],
  [0, 'GIF8'],
  [8, 'WEBP'],
  [4, 'ftypavif'],
]

/**
 * Reads a picture and encodes its pixels as a new PNG, so that nothing else of the upload is served: no metadata, no second
 * format in the same bytes. Refuses what is no raster picture.
 */
export async function encodeLogo(base64: string): Promise<Logo> {
  const uploaded = bytesOf(base64)
  if (
    !SIGNATURES.some(([offset, sign]) => uploaded.toString('latin1', offset, offset + sign.length) === sign)
  )
    throw refused('is no PNG, JPEG, WebP, GIF or AVIF picture')
  // It takes memory, and an API seldom gets a logo.
  const { default: sharp } = await import('sharp')
  try {
    const picture = sharp(uploaded, { limitInputPixels: MAX_PIXELS, failOn: 'error', animated: false })
    const { format } = await picture.metadata()
    if (!RASTER.has(format ?? '')) throw refused('is no PNG, JPEG, WebP, GIF or AVIF picture')
    const { data, info } = await picture
      .rotate()
      .resize({ ...BOX, fit: 'inside', withoutEnlargement: true })
      .toColorspace('srgb')
      .png({ compressionLevel: 9, palette: true })
      .timeout({ seconds: SECONDS })
      .toBuffer({ resolveWithObject: true })
    const { width, height } = info
    return { sha256: hash('sha256', data, 'hex'), media_type: 'image/png', bytes: data, width, height }
  } catch (error) {
    if (error instanceof Error && error.name === 'ProblemError') throw error
    throw refused('cannot be read as a picture', error)
  }
}

function bytesOf(base64: string): Buffer {
  // The service fetches nothing for an account: an address could lead into its own network, and change later.
  if (/^\s*[a-z][a-z\d+.-]*:\/\//iu.test(base64))
    throw refused('is an address; send the picture itself in base64')
  const plain = base64.replace(/^data:image\/[\w.+-]{1,20};base64,/u, '').replace(/\s+/gu, '')
  if (!/^[A-Za-z0-9+/]+={0,2}$/u.test(plain)) throw refused('is not base64')
  const bytes = Buffer.from(plain, 'base64')
  if (bytes.length > MAX_LOGO_BYTES) throw refused(`has ${bytes.length} bytes; the most is ${MAX_LOGO_BYTES}`)
  return bytes
}

function refused(why: string, cause?: unknown): Error {
  const refusal = invalidBody(['data'], `data ${why}.`)
  if (cause !== undefined) refusal.cause = cause
  return refusal
}
