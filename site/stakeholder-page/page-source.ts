import type { FastifyReply, FastifyRequest } from 'fastify'
import type { SheetColumn, ShownBill } from '../../schemas/http/sheets/sheet-columns.ts'
import type { VisitorParts } from '../fragments/refusal.ts'

/** A page that may be shown. */
export type VisiblePage = {
  readonly id: number
  readonly slug: string
  readonly title: string
  readonly introduction: string
  readonly columns: readonly SheetColumn[]
  readonly sort: string
  readonly accent_color: string
  readonly logo: {
    readonly sha256: string
    readonly width: number
    readonly height: number
    readonly description: string
  } | null
  readonly preview_until?: Date
}

/** Where the pages come from. The API gives it to the routes, which do not know the API. */
export type PageSource<P extends VisiblePage = VisiblePage> = {
  find(slug: string): Promise<P | { readonly moved_to: string } | undefined>
  preview(token: string): Promise<P | undefined>
  /** The same list as long as nothing has changed. */
  bills(page: P): Promise<readonly ShownBill[]>
  logo(page: P): Promise<{ readonly media_type: string; readonly bytes: Buffer } | undefined>
}

/** An answer that is made, tagged and compressed once. */
export type PreparedText = (request: FastifyRequest, reply: FastifyReply) => Promise<FastifyReply>

export type PageParts<P extends VisiblePage = VisiblePage> = VisitorParts & {
  readonly stakeholderPages: PageSource<P>
  readonly prepareText: (
    make: () => string,
    options: { readonly cache_control: string; readonly brotli_quality: number },
  ) => PreparedText
}
