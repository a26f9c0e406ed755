"""Pairs of sentences that say the same in other words, as an agent's memories and messages do.

Written for the calibration of embedding models; each line is (statement, paraphrase). Two lines
never share a subject, so any two sentences of different lines are an unrelated pair.
"""

ENGLISH = (
    ("I moved to Shenzhen in May.", "Since May I have been living in Shenzhen."),
    ("My daughter is allergic to peanuts.", "My little girl can't eat peanuts, she is allergic."),
    (
        "I prefer tea over coffee in the morning.",
        "Early in the day I'd rather drink tea than coffee.",
    ),
    ("We adopted a grey cat from the shelter.", "Our grey cat came from the animal shelter."),
    ("I work as a nurse at the children's hospital.", "My job is nursing at a hospital for kids."),
    ("He plays the violin in the city orchestra.", "He is a violinist with the city's orchestra."),
    (
        "I'm training for a marathon in October.",
        "In October I'm running a marathon, so I train now.",
    ),
    ("My brother is getting married next spring.", "Next spring my brother will have his wedding."),
    ("Please keep your answers short.", "I want brief replies from you."),
    ("I failed my driving test twice.", "Two times I did not pass the driving exam."),
    ("She is writing a novel about the sea.", "The book she is working on is a sea novel."),
    ("Our flight to Lisbon was cancelled.", "They called off the plane we had to Lisbon."),
    ("I quit smoking three years ago.", "It has been three years since I stopped smoking."),
    ("The rent went up by ten percent.", "We pay ten percent more rent now."),
    ("I keep bees behind the house.", "There are beehives of mine in the back garden."),
    ("My laptop's battery dies after an hour.", "After one hour my notebook has no charge left."),
    ("We are vegetarians at home.", "Nobody in our household eats meat."),
    ("I sold my car and bought a bicycle.", "I got rid of the car and now own a bike."),
    ("Grandma taught me how to knit.", "I learned knitting from my grandmother."),
    ("The meeting is moved to Thursday.", "We will meet on Thursday instead."),
    ("I studied chemistry in Vienna.", "My chemistry degree is from Vienna."),
    ("He is afraid of heights.", "High places scare him."),
    ("I watch a horror film every Friday.", "Each Friday night I see a scary movie."),
    ("Our son started school this week.", "This week was our boy's first at school."),
    ("I invest mostly in index funds.", "Most of my savings go into index funds."),
    ("The dentist pulled out my wisdom tooth.", "I had a wisdom tooth removed at the dentist."),
)

CHINESE = (
    ("我住在杭州西湖附近。", "我家就在杭州，离西湖不远。"),
    ("我对海鲜过敏。", "我不能吃海鲜，会过敏。"),
    ("下个月我要去北京出差。", "我下月得到北京出差一趟。"),
    ("我喜欢周末去爬山。", "周末的时候我爱登山。"),
    ("妈妈的生日是八月三号。", "八月三日是我妈妈过生日。"),
    ("我正在学弹钢琴。", "我最近在练习钢琴。"),
    ("他养了两只狗。", "他家里有两条狗。"),
    ("我的手机屏幕摔碎了。", "我把手机掉地上，屏幕裂了。"),
    ("我每天晚上十一点睡觉。", "我一般夜里十一点就寝。"),
    ("公司决定明年上市。", "我们公司准备在明年首次公开发行股票。"),
    ("我不喝酒。", "我从来不碰酒精饮料。"),
    ("我在读一本关于唐朝历史的书。", "我最近看的书讲的是唐代的历史。"),
    ("弟弟考上了医学院。", "我弟弟被医科大学录取了。"),
    ("我把旧沙发卖掉了。", "那张旧沙发我已经卖了。"),
    ("回答的时候请用中文。", "请你用汉语回复我。"),
    ("昨天的足球比赛我们输了。", "我们昨天踢球没有赢。"),
    ("我想换一份工作。", "我打算跳槽。"),
    ("这个项目用的是数据库事务。", "该项目里使用了事务型数据库。"),
)
