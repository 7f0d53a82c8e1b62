/**
 * The day on which members who were elected in November took their seats, by postal code. A map by which they were
 * elected is in force from then on. The day is that of most members who began that winter in openstates-people.
 * Places with fewer than ten such members are left out.
 */
export const termStarts: Readonly<Record<string, Readonly<Record<string, string>>>> = {
  '2024': {
    ak: '2025-01-21',
    ar: '2025-01-13',
    az: '2025-01-13',
    ca: '2024-12-02',
    co: '2025-01-08',
    ct: '2025-01-08',
    fl: '2024-11-05',
    ga: '2025-01-13',
    hi: '2024-11-05',
    ia: '2025-01-01',
    id: '2024-12-01',
    il: '2025-01-08',
    in: '2024-11-06',
    ks: '2025-01-13',
    ky: '2025-01-01',
    ma: '2025-01-01',
    me: '2024-12-03',
    mi: '2025-01-01',
    mn: '2025-01-14',
    mo: '2025-01-08',
    mt: '2025-01-06',
    nc: '2025-01-01',
    nd: '2024-12-01',
    ne: '2025-01-08',
    nh: '2024-12-04',
    nm: '2025-01-01',
    nv: '2024-11-06',
    ny: '2025-01-01',
    oh: '2025-01-01',
    ok: '2024-11-20',
    or: '2025-01-13',
    pa: '2024-12-01',
    pr: '2025-01-02',
    ri: '2025-01-07',
    sc: '2024-11-11',
    sd: '2025-01-14',
    tn: '2024-11-05',
    tx: '2025-01-14',
    ut: '2025-01-01',
    vt: '2025-01-08',
    wa: '2025-01-13',
    wi: '2025-01-06',
    wv: '2024-12-01',
    wy: '2025-01-06',
  },
}

/** The third of January of the year after each election, since the 74th. */
export function congressStart(congress: number): string | null {
  return congress >= 74 ? `${1787 + 2 * congress}-01-03` : null
}
