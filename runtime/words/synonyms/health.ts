/** Health, medicine, food, drugs. */
export const health = `
  pharmacy benefit manager 70 | pbm 5
  pfas 58 | perfluoroalkyl 23 | polyfluoroalkyl 33 | forever chemical 2
  cannabis 305 | marijuana 83 | marihuana 49
  weed 17 | pot 2 > cannabis 305 | marijuana 83
  medical marijuana 11 | medical cannabis 70
  cannabidiol 10 | cbd 4
  tetrahydrocannabinol 12 | thc 12
  electronic cigarette 33 | e cigarette 4 | vapor product 57 | vaping 23 | vape 8 | electronic smoking device 8
  magic mushroom 0 | psilocybin 28 | psilocin 4
  psychedelic 8 > psilocybin 28 | ibogaine 10
  naloxone 14 | narcan 0 | opioid antagonist 50
  opioid 194 > opiate 12 | fentanyl 48
  overdose prevention center 2 | safe injection site 2 | supervised consumption site 0 | supervised injection 2
  needle exchange 0 | syringe service program 6 | syringe exchange 0
  post traumatic stress 36 | ptsd 12 | posttraumatic stress 7
  automated external defibrillator 25 | aed 17
  cardiopulmonary resuscitation 10 | cpr 18
  emergency medical service 177 | ems 36
  emergency medical technician 48 | emt 13
  paramedic 26 > emergency medical technician 48
  advanced practice registered nurse 33 | aprn 2
  nurse practitioner 45 > advanced practice registered nurse 33
  physician assistant 89 | physician associate 13
  in vitro fertilization 13 | ivf 1
  fertility treatment 9 > in vitro fertilization 13 | infertility 22
  birth control 1 | contraceptive 33 | contraception 32
  morning after pill 0 | emergency contraception 10 | plan b 1
  abortion 183 > termination of pregnancy 5 | reproductive health care 29
  abortion pill 0 > mifepristone 11 | medication abortion 11 | chemical abortion 3
  human immunodeficiency virus 15 | hiv 41
  sexually transmitted disease 8 | sexually transmitted infection 6
  sti 3 > sexually transmitted disease 8 | sexually transmitted infection 6
  human papillomavirus 2 | hpv 1
  sudden cardiac arrest 4 > automated external defibrillator 25
  intellectual disability 29 | developmental disability 238
  autism 70 | autism spectrum disorder 32 | asd 0
  attention deficit 0 > adhd 2
  gender affirming care 16 | gender transition 23 | sex reassignment 4
  physician assisted suicide 0 | medical aid in dying 3 | end of life option 3 | death with dignity 7
  certificate of need 46 | certificate of public need 0
  surprise medical bill 0 | surprise billing 1 | balance billing 1
  prior authorization 87 | preauthorization 9 | utilization review 36
  telehealth 51 | telemedicine 16
  affordable care act 13 | obamacare 0
  health insurance marketplace 1 | health insurance exchange 2
  single payer 1 | universal health care 6
  supplemental nutrition assistance program 73 | snap 78 | food stamp 5
  women infants and children 12 | wic 10
  temporary assistance for needy families 12 | tanf 12
  raw milk 10 | unpasteurized milk 1
  lab grown meat 3 | cultivated meat 3 | cell cultured 7 | cell cultivated 2
  nursing home 200 | skilled nursing facility 12 | long term care facility 24
  dementia 60 > alzheimer 40
  community health worker 9 | chw 0
  organ donor 6 | anatomical gift 14
  sunscreen 7 > skin cancer 6
  heat stroke 0 | heat illness 4 | heat related illness 2
  lead poisoning 6 | lead exposure 0
  tick bite 3 > lyme disease 21
  black lung 0 | pneumoconiosis 2
  mental health crisis 8 > behavioral health crisis 18 | 988 5
  hearing aid 32 | hearing device 0
  insulin 20 > diabetes 20
`
