"""Places that are known by name: what one moves to, where nothing else says that it is a place.

Not every place there is: what is missing here fills a slot only where the sentence says more.
"""

import re

_ENGLISH = """
    Aberdeen|Accra|Addis Ababa|Adelaide|Algiers|Amman|Amsterdam|Ankara|Antwerp|Athens|Atlanta
    |Auckland|Austin|Baku|Baltimore|Bangalore|Bangkok|Barcelona|Basel|Beijing|Beirut|Belfast
    |Belgrade|Bengaluru|Bergen|Berlin|Bern|Bilbao|Birmingham|Bogot[aá]|Bologna|Bonn|Bordeaux|Boston
    |Bratislava|Bremen|Brighton|Brisbane|Bristol|Brno|Brooklyn|Bruges|Brussels|Bucharest|Budapest
    |Buenos Aires|Cairo|Calgary|Cambridge|Canberra|Cape Town|Cardiff|Casablanca|Charlotte|Chennai
    |Chicago|Christchurch|Cincinnati|Cleveland|Cologne|Copenhagen|Cork|Cusco|Dakar|Dallas|Delhi
    |Denver|Detroit|Dhaka|Doha|Dortmund|Dresden|Dubai|Dublin|Dundee|Durban|Düsseldorf|Edinburgh
    |Edmonton|Eindhoven|Essen|Florence|Frankfurt|Fukuoka|Galway|Gda[nń]sk|Geneva|Genoa|Ghent
    |Glasgow|Gothenburg|Granada|Graz|Guadalajara|Guangzhou|Halifax|Hamburg|Hangzhou|Hanoi|Hanover
    |Hanover|Havana|Helsinki|Ho Chi Minh City|Hong Kong|Honolulu|Houston|Hyderabad|Innsbruck
    |Istanbul|Jakarta|Jerusalem|Johannesburg|Kampala|Kansas City|Karachi|Kathmandu|Kigali|Kolkata
    |Krak[oó]w|Kuala Lumpur|Kuwait City|Kyiv|Kyoto|Köln|Lagos|Lahore|Las Vegas|Lausanne|Leeds
    |Leicester|Leipzig|Lille|Lima|Linz|Lisbon|Liverpool|Ljubljana|London|Los Angeles|Luxembourg
    |Lviv|Lyon|Lyons|Madison|Madrid|Malaga|Málaga|Malm[oö]|Manchester|Manila|Marseille|Medell[ií]n
    |Melbourne|Memphis|Mexico City|Miami|Milan|Milwaukee|Minneapolis|Minsk|Montevideo|Montpellier
    |Montreal|Montréal|Moscow|Mumbai|Munich|München|Nairobi|Nanjing|Nantes|Naples|Nashville|Newcastle
    |New Delhi|New Orleans|New York(?: City)?|Nice|Nottingham|Nuremberg|NYC|Oakland|Odessa|Odense
    |Orlando|Osaka|Oslo|Ottawa|Oxford|Palermo|Panama City|Paris|Perth|Philadelphia|Phoenix|Pisa
    |Pittsburgh|Portland|Porto|Prague|Pune|Quebec|Quito|Raleigh|Reykjav[ií]k|Riga|Rio de Janeiro
    |Riyadh|Rome|Rotterdam|Sacramento|Salt Lake City|Salzburg|San Antonio|San Diego|San Francisco
    |San Jose|Santiago|S[aã]o Paulo|Sapporo|Sarajevo|Seattle|Seoul|Seville|Shanghai|Sheffield
    |Shenzhen|Singapore|Skopje|Sofia|Southampton|Stockholm|Strasbourg|Stuttgart|Sydney|Taipei
    |Tallinn|Tampa|Tampere|Tbilisi|Tehran|Tel Aviv|The Hague|Tirana|Tokyo|Toronto|Toulouse|Trieste
    |Trondheim|Tucson|Tunis|Turin|Turku|Utrecht|Valencia|Vancouver|Venice|Verona|Vienna|Vilnius
    |Warsaw|Washington(?: DC)?|Wellington|Winnipeg|Wroc[lł]aw|Wuhan|York|Zagreb|Zurich|Zürich
    |Argentina|Australia|Austria|Bavaria|Belgium|Brazil|Britain|Bulgaria|California|Canada|Chile
    |China|Colombia|Colorado|Cornwall|Croatia|Cyprus|Denmark|Ecuador|Egypt|England|Estonia|Ethiopia
    |Finland|Florida|France|Germany|Ghana|Greece|Hungary|Iceland|India|Indonesia|Iran|Iraq|Ireland
    |Israel|Italy|Japan|Jordan|Kenya|Korea|Latvia|Lebanon|Lithuania|Malaysia|Malta|Mexico|Morocco
    |Nepal|Netherlands|New Zealand|Nigeria|Norway|Oregon|Pakistan|Peru|Philippines|Poland|Portugal
    |Romania|Russia|Scotland|Serbia|Slovakia|Slovenia|South Africa|South Korea|Spain|Sri Lanka
    |Sweden|Switzerland|Taiwan|Texas|Thailand|Tunisia|Turkey|Tuscany|UK|US|USA|Ukraine|Uruguay
    |Vermont|Vietnam|Wales
"""
_CHINESE = """
    北京|上海|天津|重庆|广州|深圳|杭州|南京|苏州|成都|武汉|西安|长沙|郑州|青岛|济南|大连|沈阳|哈尔滨
    |长春|石家庄|太原|呼和浩特|合肥|福州|厦门|泉州|南昌|南宁|海口|三亚|贵阳|昆明|大理|丽江|拉萨|兰州
    |西宁|银川|乌鲁木齐|宁波|温州|绍兴|嘉兴|湖州|金华|台州|义乌|无锡|常州|南通|徐州|扬州|镇江|盐城
    |佛山|东莞|珠海|中山|惠州|汕头|江门|湛江|桂林|柳州|洛阳|开封|烟台|威海|潍坊|临沂|唐山|保定|廊坊
    |秦皇岛|邯郸|包头|大同|芜湖|蚌埠|阜阳|赣州|九江|景德镇|宜昌|襄阳|岳阳|株洲|湘潭|衡阳|绵阳|德阳
    |宜宾|遵义|吉林|大庆|鞍山|香港|澳门|台北|台中|台南|高雄|新竹|河北|山西|辽宁|黑龙江|江苏|浙江
    |安徽|福建|江西|山东|河南|湖北|湖南|广东|广西|海南|四川|贵州|云南|陕西|甘肃|青海|宁夏|新疆|西藏
    |内蒙古?|台湾|东京|大阪|京都|名古屋|福冈|札幌|横滨|首尔|釜山|新加坡|曼谷|清迈|吉隆坡|河内|胡志明市?
    |雅加达|马尼拉|孟买|德里|迪拜|伊斯坦布尔|莫斯科|柏林|慕尼黑|汉堡|法兰克福|科隆|巴黎|里昂|伦敦
    |曼彻斯特|爱丁堡|都柏林|阿姆斯特丹|布鲁塞尔|苏黎世|日内瓦|维也纳|布拉格|布达佩斯|华沙|罗马|米兰
    |佛罗伦萨|威尼斯|马德里|巴塞罗那|里斯本|雅典|斯德哥尔摩|哥本哈根|奥斯陆|赫尔辛基|纽约|波士顿|芝加哥
    |旧金山|洛杉矶|西雅图|休斯[顿敦]|达拉斯|奥斯汀|华盛顿|多伦多|温哥华|蒙特利尔|悉尼|墨尔本|布里斯班
    |奥克兰|利马|圣地亚哥|波哥大|基多|哈瓦那|开罗|内罗毕|圣保罗|墨西哥城?|日本|韩国|泰国|越南|马来西亚|美国|加拿大|英国|法国|德国|荷兰
    |瑞士|瑞典|挪威|丹麦|芬兰|意大利|西班牙|葡萄牙|希腊|俄罗斯|澳大利亚|澳洲|新西兰|印度|埃及|巴西
    |浦东|浦西|朝阳区?|海淀|望京|通州|昌平|徐汇|静安|闵行|虹口|普陀|杨浦|松江|嘉定|南山|福田|罗湖|龙岗
    |宝安|天河|越秀|番禺|余杭|滨江|西湖|武昌|汉口|光谷|渝北|锦江
"""
ENGLISH = "(?:" + re.sub(r"\n\s+", "", _ENGLISH.strip()) + ")"
CHINESE = "(?:" + re.sub(r"\n\s+", "", _CHINESE.strip()) + ")"
