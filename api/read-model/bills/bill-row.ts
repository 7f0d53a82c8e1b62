import type { PageRow } from '../../paging/page-select.ts'

export type BillRow = PageRow & {
  readonly id: number
  readonly latest_action: string | null
  readonly day?: string
}
