/** Energy, environment, water, animals, farming. */
export const nature = `
  electric vehicle 112 | ev 9 | zero emission vehicle 16 | plug in vehicle 0
  electric vehicle charging 40 | ev charging 2 | charging station 38
  renewable energy 162 | clean energy 80 | renewable portfolio 13
  solar panel 16 | photovoltaic 10 | solar energy 77
  rooftop solar 2 | net metering 22 | distributed generation 11
  community solar 27 | shared solar 1
  wind turbine 20 | wind energy 40 | wind farm 8
  nuclear power 16 > nuclear energy 28 | small modular reactor 13
  small modular reactor 13 | smr 2 | advanced nuclear 15
  fracking 0 | hydraulic fracturing 7
  carbon capture 17 | carbon sequestration 14 | carbon dioxide pipeline 10
  carbon tax 1 | cap and invest 6 | cap and trade 0 | carbon price 0
  greenhouse gas 74 | carbon emission 7 | ghg 2
  global warming 2 | climate change 46
  climate superfund 2 | climate change adaptation cost recovery 2
  gas stove 2 | natural gas appliance 0 | fossil fuel equipment 6
  power line 2 > transmission line 41 | electric utility 102
  blackout 1 | power outage 18 | service interruption 2
  utility shutoff 3 | utility disconnection 6 | disconnection of service 1
  plastic bag 10 | single use bag 0 | carryout bag 10
  styrofoam 1 | polystyrene 11
  bottle bill 3 | bottle deposit 4 | beverage container 34
  recycling 125 > extended producer responsibility 21
  extended producer responsibility 21 | packaging stewardship 0 | epr 0
  landfill 26 > solid waste 88
  garbage 15 | trash 13 | solid waste 88
  sewage 52 | wastewater 64 | sewer 142
  septic 12 | onsite wastewater 2 | subsurface sewage 0
  tap water 1 > drinking water 61
  lead pipe 2 | lead service line 12
  algae bloom 1 | algal bloom 6 | cyanobacteria 5
  wildfire 33 | forest fire 2 | wildland fire 6
  prescribed burn 8 | controlled burn 1 | prescribed fire 6
  flood control 10 > floodplain 8 | stormwater 49
  concentrated animal feeding operation 4 | cafo 1 | factory farm 0
  chronic wasting disease 6 | cwd 1
  bee 5 | pollinator 9
  weed killer 0 | herbicide 14 | glyphosate 4
  pesticide 69 > neonicotinoid 5
  puppy mill 0 | commercial dog breeder 1 | pet breeder 0
  service dog 12 | service animal 18 | assistance animal 2
  emotional support animal 0 > assistance animal 2
  declawing 6 | onychectomy 0
  pit bull 0 > dangerous dog 7
  stray 3 > trap neuter return 2 | feral 2
  trophy hunting 0 > big game 17
  deer hunting 29 > deer 79
  fishing license 30 > angler 2 | sport fishing 14
  invasive species 11 | noxious weed 8 | aquatic invasive 2
  wolf 23 > gray wolf 6
  farmland preservation 5 | agricultural conservation easement 5 | farmland protection 1
  hemp 85 | industrial hemp 35
  young farmer 2 | beginning farmer 4
  farm worker 7 | agricultural worker 6 | agricultural employee 4
  foreign owned farmland 0 > foreign adversary 30
  off highway vehicle 13 | ohv 1 | off road vehicle 12 | atv 12 | all terrain vehicle 43
  weather modification 12 | geoengineering 10 | cloud seeding 5 | chemtrail 0
  daylight saving 27 | standard time 11
  leaf blower 2 | gas powered landscaping 0 | lawn equipment 0
`
