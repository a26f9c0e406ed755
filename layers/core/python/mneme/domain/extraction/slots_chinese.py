"""Chinese sentences that fill a slot with certainty: a table of patterns.

In simplified characters: a sentence is `simplified` before. It is LEAD, one of the patterns and
TAIL, and nothing else. A group `value` is what a slot of many values is about, `what` the kind of
thing that is preferred. Every repetition is bounded.
"""

from mneme.domain.extraction.slot_pieces_chinese import (
    ANY_FIRM,
    CALLED,
    FIRM,
    HAN,
    NAME,
    NOW,
    NUMBER,
    ON,
    PARTNER,
    PLACE,
    TOWN,
    WE,
    WHERE,
)

_JOB = (
    rf"{HAN}{{0,6}}(?:工程师|程序员|老师|教师|教授|医生|护士|律师|会计|设计师|厨师|司机|记者|作家"
    r"|编辑|翻译|研究员|分析师|产品经理|摄影师|药剂师|农民|学生|经理|主管|总监|院长|校长|店长"
    r"|销售|电工|木工|焊工|保安|保姆|店员|快递员|出纳|收银员|网格员|公务员|教练|导游|插画师|助理|顾问|兽医)"
)
_STATUS = r"(?:单身|已婚|未婚|离异|结婚|离婚|订婚|分手|恋爱|领证)"
_TONGUE = (
    r"(?:简体)?(?:中文|英文|英语|日语|日文|法语|德语|韩语|西班牙语|俄语|粤语|繁体(?:中文|字)?"
    r"|简体)"
)
_DAY = r"[\d一二三四五六七八九十月号日年农历阴初 ]{3,16}"
_ALWAYS = r"(?:以后|往后|今后|从现在起|从今以后|请|都|一律|默认|统一|记住[：:]?|[，,])"
_SEAT = r"(?:靠窗|靠过道|过道|二等座?|一等座?|商务座)(?:的?位置|的?座位|座)?"

_NICKNAME = (
    r"(?!马上|高兴|严肃|方便|应该|[小老大][公婆声心家])"
    rf"(?:[小老阿]{HAN}{{1,2}}|{CALLED}"
    r"|[\u4e00-\u9fff]{1,2}(?:哥|姐|叔|爷|总|工|老师|医生|先生|女士|小姐|同学|师傅|老板)|[A-Z][A-Za-z]{0,20})"
    r"(?<![吧点])"
)
_ANY_NAME = r"(?![^，。]{0,4}[起睡吃喝去来回做加别不开走出上下等看滚声点])[\u4e00-\u9fff]{1,4}?"
"""Whatever follows 叫我 is a name only if it looks like one, or if no order can be meant."""
_PET_NAME = rf"(?!阿姨|小[孩时心姐弟妹哥伙])[小阿]{HAN}{{1,2}}(?<![了来的去吧回走说看做吃玩])"
_NO_MORE = r"(?:(?:现在|已经|再也|如今|其实)?不(?:再|会)?)"
_ALLERGEN = (
    r"(?:(?!对|不|没|再|最近|已经|现在|一直|从小|有点|容易|经常|有些|严重|轻微|[你他她它这那]"
    rf"|上班|上学|早起|周[一末]|数学|代码|工作){HAN})"
)
"""A part of what one is allergic to: who denies the allergy fills its slot, and no other."""

TABLE = (
    (
        "name",
        rf"我(?:名叫|叫|的名字是|的名字叫|姓名是)(?:{NAME}|{_PET_NAME})(?:[，,].{{1,3}}的.{{1,2}})?",
    ),
    ("name", rf"我(?:现在|已经|最近|刚刚?)?改名字?(?:叫|为|成)了?(?:{NAME}|{_PET_NAME})"),
    ("birthday", rf"我?的?生日[是在]{_DAY}"),
    ("native_language", rf"我?的?母语是{HAN}{{1,6}}[语话文]"),
    ("home_city", rf"{WE}{NOW}(?:居住|定居|住|常住)在?{PLACE}{WHERE}"),
    ("home_city", rf"(?:我|人|我人|家|我家)?{NOW}(?:坐标|现居|家住|人在|家在){TOWN}"),
    ("home_city", rf"(?:我们?|我)家{NOW}在{TOWN}"),
    (
        "home_city",
        rf"{WE}{NOW}在{TOWN}(?:生活|住|定居|待|呆)了?[^到至]{{0,2}}{NUMBER}(?:年|个月)多?",
    ),
    ("home_city", rf"{WE}[家人]?{NOW}在{TOWN}租[了的].{{0,4}}(?:房子?|单间|公寓)"),
    ("home_city", rf"{WE}{NOW}来{TOWN}[已经都快]{{0,2}}{NUMBER}(?:年|个月|个?礼拜)多?"),
    ("employer", rf"{WE}{NOW}在{FIRM}(?:工作|上班|任职|就职)"),
    ("employer", rf"{WE}{NOW}(?:就职于|供职于|任职于){ANY_FIRM}"),
    ("employer", rf"我的?(?:新|现在的|目前的)?(?:公司|东家|雇主)(?:现在)?是{ANY_FIRM}"),
    ("job", rf"我{NOW}[是当做任]了?一?[名个位]?{_JOB}"),
    ("job", rf"我?{NOW}在[^，。！？在]{{1,10}}[当做任]{_JOB}"),
    ("job", rf"我(?:的职业|的工作)是{_JOB}"),
    ("job", r"我转(?:岗|行)了?[，,]?(?:从.{1,8})?[转到做去]{1,2}.{2,10}"),
    ("job", rf"我?{NOW}(?:退休|升[了为成任]{_JOB}|转行做{_JOB})"),
    ("diet", rf"{WE}{NOW}(?:一直)?(?:吃素|吃全素|全素|改吃素|吃斋|不吃肉|是素食(?:主义)?者)"),
    (
        "allergy",
        rf"我?{_NO_MORE}?对(?P<value>{_ALLERGEN}{{1,6}}?)(?:严重|轻微|有点|{_NO_MORE})?过敏",
    ),
    ("allergy", rf"我?(?P<value>{_ALLERGEN}{{2,4}})过敏"),
    (
        "partner",
        rf"我的?(?:新|现在的|现任)?的?{PARTNER}(?:现在)?(?:(?:名叫|叫|的?名字[是叫])(?!我|你|他|她|外|车)"
        rf"(?:{HAN}{{2,4}}(?<![了吗呢吧])|{NAME})|是{CALLED})",
    ),
    ("partner", rf"{CALLED}(?:现在)?是我的?(?:新|现任)?{PARTNER}"),
    ("partner", rf"我{NOW}[和跟与]{CALLED}(?:订婚|结婚|领证|在一起|谈恋爱|恋爱)"),
    ("relationship_status", rf"我{NOW}{_STATUS}"),
    (
        "preferred_{what}",
        rf"我?(?:现在|目前|如今)?最(?:喜欢|爱)的(?P<what>{HAN}{{1,4}}?)(?:现在|已经|如今)?(?:还|又)?"
        r"(?:是|[变换改]?成了?|[变换改]?为)(?![^，。！？]{0,12}[这那]个?)(?![在不没左右上下])[^，。！？什哪]{1,20}",
    ),
    (
        "preferred_{what}",
        rf"(?!这|那|什么|哪|它|他|她)[^，。！？]{{1,12}}?(?:现在|还|又)?(?:是|[变]?成了)我(?:现在|目前)?"
        rf"最(?:喜欢|爱)的(?P<what>{HAN}{{1,4}})",
    ),
    (
        "preferred_name",
        rf"{_ALWAYS}{{0,2}}(?:叫|称呼)我[“\"「]?(?:{_NICKNAME}[”\"」]?(?:就行|就好|吧|即可)?"
        rf"|{_ANY_NAME}[”\"」]?(?:就行|就好|即可))",
    ),
    (
        "preferred_language",
        rf"{_ALWAYS}{{0,3}}(?:回答|回复|回我)?{_ALWAYS}{{0,2}}用{_TONGUE}"
        r"(?:回答|回复|回我|跟我说|交流|写)?(?:我|就行|吧)?",
    ),
    ("preferred_seat", rf"我?(?:一般都?|只|都|总是|习惯|喜欢)[坐选订买]?{_SEAT}{ON}"),
    ("preferred_emojis", rf"{_ALWAYS}{{1,3}}(?:别|不要|不用)(?:再)?(?:用|发|加)表情(?:包|符号)?"),
    ("preferred_units", rf"{_ALWAYS}{{1,3}}用(?:公里|公制|英里|英制|摄氏度|华氏度)"),
)

PREFERRED = {
    "颜色": "color",
    "歌手": "singer",
    "电影": "movie",
    "书": "book",
    "乐队": "band",
    "球队": "team",
    "作家": "author",
    "饮料": "drink",
    "水果": "fruit",
    "季节": "season",
    "运动": "sport",
    "城市": "city",
    "动物": "animal",
    "歌": "song",
    "游戏": "game",
    "数字": "number",
    "菜": "food",
    "食物": "food",
    "零食": "snack",
    "花": "flower",
    "科目": "subject",
    "茶": "tea",
    "咖啡": "coffee",
}
"""Kinds of things of which one is the favourite."""
