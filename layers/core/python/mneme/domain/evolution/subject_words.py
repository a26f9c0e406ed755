"""Whom and what sentences are about, and whether there may be several of the kind: data."""


def _words(text: str) -> frozenset[str]:
    return frozenset(text.split())


POINTING = _words(
    """
    he she it they him her hers his its their theirs them himself herself itself themselves this
    that these those there we us you your yours someone somebody anyone anybody others
    """
)
"""Point at what was spoken of before; elsewhere they mean another."""

OWN = _words("my our mine")
SPEAKING = _words("i i'm i've user")
"""Who speaks is one, whatever kinds of things stand behind the verb: "I like cats"."""

ONE_OF_MINE = _words(
    """
    mother mom mum mama mommy mummy dad daddy father papa stepmother stepfather stepmom stepdad wife
    husband hubby spouse partner boyfriend girlfriend bf gf fiance fiancee fiancé fiancée parents
    family job work career life marriage relationship commute diet health sleep name surname age
    birthday home hometown house apartment flat city town country nationality citizenship religion
    faith hair skin back stomach heart head blood eyesight vision hearing memory voice weight height
    anxiety depression asthma diabetes
    """
)
"""Of these somebody has one at a time."""

MANY_OF_MINE = _words(
    """
    friend friends bestie buddy mate mates pal pals brother brothers sister sisters sibling siblings
    bro sis twin son sons daughter daughters kid kids child children baby toddler cousin cousins
    aunt auntie uncle nephew niece grandma grandmother granny nan grandpa grandfather granddad
    grandson granddaughter grandchild grandchildren godson goddaughter colleague colleagues coworker
    coworkers co-worker co-workers teammate teammates classmate classmates roommate roommates
    flatmate flatmates housemate neighbor neighbors neighbour neighbours boss manager supervisor
    mentor teacher teachers professor doctor dentist therapist coach trainer tutor student students
    pupil client clients customer customers patient patients employee employees intern landlord
    landlady tenant lawyer nurse guest ex dog dogs cat cats pet pets puppy kitten bird horse rabbit
    hamster parrot
    """
)
"""Of these somebody may have several, so that only a name tells which is meant."""

DESCRIBING = _words(
    "old new current dear late own lovely dearest favorite favourite preferred native first last"
)

OPENING = _words(
    "and but so well also actually currently now still honestly really oh yes no basically ok okay"
)
"""Stand before a subject."""

KNOWN_TO_ALL = _words(
    """
    gym beach sea ocean mountains countryside city rain sun heat cold dark outdoors news radio
    internet bus train subway metro piano guitar violin cello flute drums harp saxophone trumpet
    """
)
"""Behind "the" these are of a kind, not a certain one that was spoken of."""

ENDED = _words("longer anymore stopped stop quit gave")
"""Tell that what was so is over: "the" thing is then the one that was spoken of."""

CHINESE_POINTING = (
    r"(?<![吉其耳维])[他她它](?![人乡汀])|[这那](?!不勒斯|霸|曲|坡里|波里)"
    r"|我们|咱|你|您|大家|有人|谁"
)

CHINESE_ONE = (
    "妈妈|妈|母亲|爸爸|爸|父亲|爸妈|父母|老婆|老公|妻子|丈夫|太太|爱人|男朋友|女朋友|男友|女友|对象|未婚[夫妻]"
    "|工作|名字|姓名|生日|年龄|家人|家乡|老家|家|婚姻|血型|身高|体重|头发|皮肤|眼睛|胃|心脏|性格|职业|专业|母语"
    "|国籍|信仰|宗教|星座|最"
)

CHINESE_MANY = (
    "闺蜜|哥们|朋友|同事|哥哥|弟弟|姐姐|妹妹|哥|弟|姐|妹|儿子|女儿|孩子|小孩|宝宝|表[哥弟姐妹]|堂[哥弟姐妹]"
    "|侄[子女]|外甥|叔叔|舅舅|姑姑|姨妈|阿姨|伯伯|爷爷|奶奶|外公|外婆|姥姥|姥爷|孙[子女]|同学|室友|舍友|队友"
    "|邻居|老板|上司|领导|经理|老师|教授|导师|医生|教练|学生|客户|病人|员工|下属|房东|房客|前任|前[夫妻]"
    "|小?狗狗?|小?猫猫?|宠物|鹦鹉|兔子|仓鼠"
)

CHINESE_NAME = (
    r"(?:小[^时]|阿\w|老[李王张刘陈杨赵黄吴徐孙周林何]|[李王张刘陈杨赵黄吴徐孙朱郭罗郑梁宋韩冯邓彭董袁潘蒋蔡魏"
    r"吕沈姚姜崔谭廖邹秦薛侯陶郝龚邵][\u4e00-\u9fff]|[A-Za-z])"
)
