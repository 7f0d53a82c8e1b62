/** Crime, courts, police, weapons. */
export const justice = `
  driving under the influence 19 | dui 16 | dwi 15 | driving while intoxicated 16 | driving while impaired 3 | operating while intoxicated 15
  drunk driving 3 > driving under the influence 19 | impaired driving 12 | ignition interlock 22
  gun 134 | firearm 707
  gun control 2 > firearm 707
  gun violence 45 > firearm 707
  ghost gun 8 | unserialized firearm 2 | undetectable firearm 2 | untraceable firearm 0
  assault weapon 18 | assault rifle 1 | semiautomatic 7
  concealed carry 63 | concealed handgun 8 | concealed weapon 12 | concealed firearm 12
  constitutional carry 2 | permitless carry 0
  bump stock 2 | rapid fire 2
  red flag 5 | extreme risk protection 14 | risk protection order 16
  background check 140 | criminal history record check 24
  body camera 25 | body worn camera 21
  police officer 390 | law enforcement officer 425 | peace officer 343
  police misconduct 11 | law enforcement misconduct 0 | decertification 7
  cop 4 > police 1156 | law enforcement 1522
  solitary confinement 8 | restrictive housing 8 | segregated confinement 8
  prisoner 103 | inmate 118 | incarcerated person 25 | incarcerated individual 256
  prison 135 | correctional facility 249
  jail 118 > detention facility 40 | correctional facility 249
  halfway house 0 > community corrections 1 | reentry 41
  death penalty 28 | capital punishment 5
  cash bail 1 | pretrial release 36 | bail reform 3
  expungement 83 | expunge 27 | record sealing 1 | clean slate 6
  felon voting 0 > restoration of voting right 2
  domestic violence 266 | domestic abuse 38 | intimate partner violence 3
  restraining order 11 | protective order 60 | protection order 42
  sexual assault 127 | rape 35 | criminal sexual conduct 18
  rape kit 1 | sexual assault kit 2 | sexual assault evidence 3
  revenge porn 0 | nonconsensual dissemination 0 | intimate image 14
  child pornography 10 | child sexual abuse material 17 | csam 0
  human trafficking 137 | trafficking in persons 25 | sex trafficking 27
  hate crime 79 | bias crime 0 | bias intimidation 0
  animal cruelty 27 | animal abuse 18 | cruelty to animal 48
  porch pirate 1 | package theft 2 | mail theft 6
  shoplifting 1 | retail theft 14 | organized retail crime 4
  carjacking 1 | vehicular hijacking 7
  catalytic converter theft 0 > catalytic converter 12
  identity theft 22 | identity fraud 3
  elder abuse 15 | vulnerable adult 23 | elder exploitation 0
  hit and run 7 | leaving the scene 12
  street racing 3 | reckless driving exhibition 0 | street takeover 5
  swatting 3 > false report 15
  civil forfeiture 3 | civil asset forfeiture 0 | asset forfeiture 5
  juvenile justice 135 | juvenile offender 18 | delinquent child 2
  statute of limitation 117 | limitation of action 20
  wrongful conviction 7 | exoneration 0 | exoneree 2
  public defender 57 | indigent defense 26
  jury duty 11 | jury service 12 | juror 33
  self defense 17 | stand your ground 0 | castle doctrine 1
  no knock warrant 2 | no knock 10
  qualified immunity 10 | peace officer civil liability 0
  stalking 69 > harassment 181
`
