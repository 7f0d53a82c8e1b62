import { describe, expect, it } from 'vitest'
import { splitDocketIds } from '../../../../ingest/sources/federal-register/docket-ids.ts'

describe('splitDocketIds', () => {
  it.each([
    [['Docket No. FMCSA-2017-0058', 'FMCSA-2018-0136'], ['FMCSA-2017-0058', 'FMCSA-2018-0136'], []],
    [['DOCKET #: RBS-23-BUSINESS-0024'], ['RBS-23-BUSINESS-0024'], []],
    [['Docket Nos. MC2024-151 and CP2024-157'], ['MC2024-151', 'CP2024-157'], []],
    [['Investigation Nos. 701-TA-591 and 731-TA-1399 (Review)'], ['701-TA-591', '731-TA-1399 (Review)'], []],
    [['Docket No. FMCSA-2023-0268 RIN 2126-AC67'], ['FMCSA-2023-0268'], ['2126-AC67']],
    [['Docket ID Number: DOT-OST-2014-0031 BTS Paperwork Reduction Notice'], ['DOT-OST-2014-0031'], []],
    [
      ['OMB 3060-XXXX, OMB 3060-0848', 'FR ID 195711'],
      ['OMB 3060-XXXX', 'OMB 3060-0848', 'FR ID 195711'],
      [],
    ],
    [['Docket Nos. 23-CRB-0019-AU (SummitMedia, LLC)'], ['23-CRB-0019-AU (SummitMedia, LLC)'], []],
    [['Docket No. FAA-2023-2114', 'Airspace Docket No. 23-AEA-17'], ['FAA-2023-2114', '23-AEA-17'], []],
    [['Docket No. NHTSA-2022-0099', 'Notice 1'], ['NHTSA-2022-0099', 'Notice 1'], []],
    [['A-412-827', 'A-412-827'], ['A-412-827'], []],
    [[''], [], []],
  ])('splits %j', (printed, docket_ids, rins) => {
    expect(splitDocketIds(printed)).toEqual({ docket_ids, rins })
  })
})
