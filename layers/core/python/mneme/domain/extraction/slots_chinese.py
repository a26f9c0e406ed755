"""Chinese sentences that fill a slot with certainty: a table of patterns.

A sentence is LEAD, one of the patterns and TAIL, and nothing else. A group `value` is what a slot
of many values is about, `what` the kind of thing that is preferred. Every repetition is bounded.
"""

_SURNAMES = (
    "王李张刘陈杨黄赵吴周徐孙马朱胡郭何林罗高郑梁谢宋唐许韩冯邓曹彭曾肖田董潘袁"
    "蔡蒋余于杜叶程魏苏吕丁任卢姚沈钟姜崔谭陆范汪廖石金贾韦夏付方邹熊白孟秦邱江尹"
    "薛闫段侯史龙陶黎贺顾毛郝龚邵万钱严武戴莫孔向汤"
)

LEAD = r"(?:你好|您好|大家好|嗨|对了|其实|另外)?[，,！! ]{0,2}"
TAIL = r"[了啦]?[。！!.~～]{0,3}"

_HAN = r"[\u4e00-\u9fff]"
_LATIN = r"[A-Z][\w'-]{0,40}(?: [A-Z][\w'-]{0,40}){0,3}"
_NAME = rf"(?:[{_SURNAMES}]{_HAN}{{1,2}}(?<![了来的去吧])| ?{_LATIN})"
_WE = r"(?:我们?|咱们?|俺|本人)?"
_NOW = r"(?:现在|目前|刚刚|刚|最近|已经|上周|上个月|去年|今年|早就|终于|又)?"
_PLACE = rf"{_HAN}{{2,12}}?(?<![家里楼层上下边起])(?<!附近)(?<!宿舍)(?<!酒店)(?<!学校)"
_TOWN = rf"{_HAN}{{2,6}}?(?<![家里楼层上下边起店院校厂司部])"
_WHERE = r"(?:[，,](?:离|靠近|在|就在|挨着|旁边)[^，。！？]{1,20})?"
_NUMBER = r"[一二两三四五六七八九十半\d]{1,3}"
_ON = r"(?:[，,](?:[^，。！？我你]{1,16}))?"
"""What goes on to say where, since when or with whom."""
_FIRM = (
    r"[\w\u4e00-\u9fff]{1,16}(?:公司|集团|医院|大学|中学|小学|银行|研究院|事务所|工作室|科技"
    r"|律所|出版社|报社)"
)
_JOB = (
    rf"{_HAN}{{0,6}}(?:工程师|程序员|老师|教师|教授|医生|护士|律师|会计|设计师|厨师|司机|记者|作家"
    r"|编辑|翻译|研究员|分析师|产品经理|摄影师|药剂师|农民|学生|经理|主管|总监|院长|校长|店长"
    r"|销售|电工|木工|焊工|保安|保姆|店员|快递员|出纳|收银员|网格员|公务员|教练|导游|插画师|助理|顾问|兽医)"
)
_PARTNER = r"(?:老婆|老公|丈夫|妻子|爱人|媳妇|女朋友|男朋友|女友|男友|对象|未婚夫|未婚妻)"
_STATUS = r"(?:单身|已婚|未婚|离异|结婚|离婚|订婚|分手|恋爱|领证)"
_TONGUE = (
    r"(?:简体)?(?:中文|英文|英语|日语|日文|法语|德语|韩语|西班牙语|俄语|粤语|繁体(?:中文|字)?"
    r"|简体)"
)
_DAY = r"[\d一二三四五六七八九十月号日年农历阴初 ]{3,16}"
_ALWAYS = r"(?:以后|往后|今后|从现在起|从今以后|请|都|一律|默认|统一|记住[：:]?|[，,])"
_SEAT = r"(?:靠窗|靠过道|过道|二等座?|一等座?|商务座)(?:的?位置|的?座位|座)?"

_NO_MORE = r"(?:(?:现在|已经|再也|如今|其实)?不(?:再|会)?)"
_ALLERGEN = rf"(?:(?!对|不|没|再|最近|已经|现在|一直|从小|有点|容易|经常|有些|严重|轻微){_HAN})"
"""A part of what one is allergic to: who denies the allergy fills its slot, and no other."""

TABLE = (
    ("name", rf"我(?:名叫|叫|的名字是|的名字叫|姓名是){_NAME}(?:[，,].{{1,3}}的.{{1,2}})?"),
    ("birthday", rf"我?的?生日[是在]{_DAY}"),
    ("native_language", rf"我?的?母语是{_HAN}{{1,6}}[语话文]"),
    ("home_city", rf"{_WE}{_NOW}(?:居住|定居|住|常住)在?{_PLACE}{_WHERE}"),
    ("home_city", rf"{_WE}{_NOW}(?:从{_PLACE})?(?:搬[到去回]|定居)了?{_PLACE}{_WHERE}"),
    ("home_city", rf"(?:我|人|我人|家|我家)?{_NOW}(?:坐标|现居|家住|人在|家在){_TOWN}"),
    ("home_city", rf"{_WE}{_NOW}在{_TOWN}(?:生活|住|定居|待|呆)了?.{{0,2}}{_NUMBER}(?:年|个月)多?"),
    ("home_city", rf"{_WE}[家人]?{_NOW}在{_TOWN}租[了的].{{0,4}}(?:房子?|单间|公寓)"),
    ("home_city", rf"{_WE}{_NOW}来{_TOWN}[已经都快]{{0,2}}{_NUMBER}(?:年|个月|个?礼拜)多?"),
    ("employer", rf"{_WE}{_NOW}在{_FIRM}(?:工作|上班|任职)"),
    ("employer", rf"{_WE}{_NOW}(?:入职|加入|跳槽[到去]|就职于|供职于)了?{_FIRM}"),
    (
        "employer",
        rf"我{_NOW}(?:不在|离开|从){_FIRM}(?:工作|上班|离职|辞职)?了(?:[，,].{{1,6}}走了?)?",
    ),
    ("job", rf"我{_NOW}[是当做任]了?一?[名个位]?{_JOB}"),
    ("job", rf"我?{_NOW}在[^，。！？在]{{1,10}}[当做任]{_JOB}"),
    ("job", rf"我(?:的职业|的工作)是{_JOB}"),
    ("job", r"我转(?:岗|行)了?[，,]?(?:从.{1,8})?[转到做去]{1,2}.{2,10}"),
    ("job", rf"我?{_NOW}(?:退休|升[了为成任]{_JOB}|转行做{_JOB})"),
    ("diet", rf"{_WE}{_NOW}(?:一直)?(?:吃素|吃全素|全素|改吃素|吃斋|不吃肉|是素食(?:主义)?者)"),
    (
        "allergy",
        rf"我?{_NO_MORE}?对(?P<value>{_ALLERGEN}{{1,6}}?)(?:严重|轻微|有点|{_NO_MORE})?过敏",
    ),
    ("allergy", rf"我?(?P<value>{_ALLERGEN}{{2,4}})过敏"),
    ("partner", rf"我{_PARTNER}(?:名叫|叫|的名字是|名字叫){_NAME}"),
    ("relationship_status", rf"我{_NOW}{_STATUS}"),
    ("preferred_{what}", rf"我?最(?:喜欢|爱)的(?P<what>{_HAN}{{1,4}}?)是[^，。！？]{{1,20}}"),
    (
        "preferred_name",
        rf"{_ALWAYS}{{0,2}}(?:叫|称呼)我[“\"「]?[\u4e00-\u9fffA-Za-z]{{1,8}}?[”\"」]?"
        r"(?:就行|就好|吧|即可)?",
    ),
    (
        "preferred_language",
        rf"{_ALWAYS}{{0,3}}(?:回答|回复|回我)?{_ALWAYS}{{0,2}}用{_TONGUE}"
        r"(?:回答|回复|回我|跟我说|交流|写)?(?:我|就行|吧)?",
    ),
    ("preferred_seat", rf"我?(?:一般都?|只|都|总是|习惯|喜欢)[坐选订买]?{_SEAT}{_ON}"),
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
