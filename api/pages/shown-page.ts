import type { StakeholderPage } from '../../schemas/http/sheets/stakeholder-page.ts'
import type { PageRecord } from './pages.ts'

type Addresses = { readonly pageAddress: (path: string) => string }

/** A page without its bills, as everybody reads it. */
export function shown(page: PageRecord, { pageAddress }: Addresses) {
  const { slug, title, introduction, columns, sort, accent_color, logo, published_at, updated_at } = page
  const picture =
    logo === null
      ? null
      : {
          url: pageAddress(`/pages/${slug}/logo.png?v=${logo.sha256.slice(0, 16)}`),
          width: logo.width,
          height: logo.height,
          description: logo.description,
        }
  return {
    slug,
    title,
    introduction,
    columns: [...columns],
    sort,
    accent_color,
    logo: picture,
    url: pageAddress(`/pages/${slug}`),
    published_at,
    updated_at,
  }
}

/** A page as its account reads it. */
export function shownToOwner(page: PageRecord, addresses: Addresses): StakeholderPage {
  const { id, sheet_id, former_slugs, created_at, published_at } = page
  const status = published_at === null ? ('draft' as const) : ('published' as const)
  return { id, sheet_id, status, former_slugs: [...former_slugs], created_at, ...shown(page, addresses) }
}
