"""What is worth keeping of what people write, sentence by sentence."""

import pytest

from mneme.domain.extraction.statement_setting import Setting
from mneme.domain.extraction.statement_weight import Weight
from mneme.domain.extraction.statements import asks_addressee, mem_type, stated_before_asking, weigh
from mneme.domain.memory import MemType


def is_statement(sentence: str, setting: Setting) -> bool:
    return weigh(sentence, setting) in {Weight.STATEMENT, Weight.ANSWER}


STATEMENTS = """
My new email is lena@x.com.
The launch date is June 1.
The project deadline was moved to May 10.
Please answer in English.
Passed the bar exam!
项目截止日期推迟到5月10日
房租每个月三千块
请用中文回答
通过了司法考试！
考上研究生了！
Next Tuesday I fly to Tokyo.
Tomorrow I fly to Tokyo.
On Friday I start my new course.
Next month we visit Paris.
I temporarily live in Rome.
From now on, always answer in French.
From January 2027 I will live in Rome.
I left Google.
I just started at Apple.
My son just started school.
We just started dating.
My grandmother just died.
我爱芝士披萨
我也很爱篮球
我暂时住在罗马
我离开腾讯了
我加入了华为
我在上海工作
我戒糖半年了
我月初换了工作
I am looking for a restaurant in San Francisco.
Rana drinks oat-milk flat whites
K is on project Alpha
K was moved to project Beta
likes trains
Likes cheese pizza
Remember: never call my boss before noon.
Took the kids to the zoo yesterday.
Please remember that I'm allergic to nuts.
Always answer me in French.
This time last year I was in Paris.
My mom's birthday is on May 5.
The user prefers window seats.
It’s my wife’s turn to cook on Mondays.
我对花生过敏
喜欢无糖豆浆
住在杭州西湖区
我什么都吃
这次我去了北京
请记住我不吃香菜
每次出差我都坐高铁
我用 Python 写代码
小王喜欢咖啡
Ich wohne in Berlin.
Me llamo Ana y vivo en Madrid.
Я живу в Москве.
أنا أعيش في القاهرة
私は東京に住んでいます。
저는 서울에 살아요.
""".strip().splitlines()

CHATTER = """
Passed all the tests!
The test passed.
Finished the function.
Hi.
Hello there!
Hey Mel!
Thanks a lot!
Thank you so much, Anna.
Ok, sounds good.
I agree.
That's amazing, so happy for you!
See you tomorrow.
It just started raining.
The movie just started.
My laptop just died.
我爱你
我爱死了
暂时不用了
我正在努力工作
你好
谢谢你！
好的，知道了。
我明白了
Привет!
ありがとうございます。
🙂🙂🙂
42
...
""".strip().splitlines()

QUESTIONS = """
What's the capital of France?
how do i get to Berlin
do you know my doctor
I was wondering, what is a good gym?
If I move to Berlin, what should I do?
今天天气怎么样？
这是什么
你叫什么名字呢
你在吗
请问，附近有什么好吃的？
どこに住んでいますか？
""".strip().splitlines()

GENERAL_KNOWLEDGE = """
There are branches in trees.
The capital of France is Paris.
Paris is the capital of France.
Water boils at 100 degrees.
That is how photosynthesis works.
The Eiffel Tower is 330 metres tall.
树上有树枝。
地球绕着太阳转。
""".strip().splitlines()

REQUESTS = """
请用中文回答这个问题
这次请用英文回答
请用英文写一封邮件
Write me a poem about autumn.
Translate this into German for my boss.
This time answer in French, please.
Just for now, keep it short.
I want it shorter this time.
帮我写一封邮件
Temporarily, keep it short.
暂时别用表格
这次用英文回答我。
这次我不要辣的
今天先不吃辣
""".strip().splitlines()


@pytest.mark.parametrize("sentence", STATEMENTS)
def test_a_sentence_about_people_is_a_statement(sentence: str) -> None:
    assert is_statement(sentence, Setting())


@pytest.mark.parametrize("sentence", CHATTER + QUESTIONS + GENERAL_KNOWLEDGE + REQUESTS)
def test_chatter_questions_knowledge_and_requests_state_nothing(sentence: str) -> None:
    assert not is_statement(sentence, Setting())


def test_of_an_agent_only_what_it_tells_of_itself_counts() -> None:
    assert is_statement("I can only answer in French.", Setting(by_agent=True))
    assert not is_statement("You should try yoga twice a week.", Setting(by_agent=True))
    assert not is_statement("你应该每周游泳两回", Setting(by_agent=True))


def test_an_answer_needs_no_person_but_some_content() -> None:
    asked = Setting(asked="What do you do?")

    assert is_statement("A nurse, for ten years.", asked)
    assert not is_statement("Yes, sure!", asked)


def test_somebody_merely_addressed_by_name_is_not_what_a_sentence_is_about() -> None:
    names = frozenset({"caroline"})

    assert not is_statement("Thanks, Caroline!", Setting(names))
    assert not is_statement("That's so great, Caro!", Setting(names))
    assert is_statement("Caroline adopted twins and Caroline loves them.", Setting(names))


@pytest.mark.parametrize(
    ("sentence", "asks"),
    [
        ("Where do you live?", True),
        ("What is the capital of France?", False),
        ("You live in Oslo.", False),
        ("你喜欢什么？", True),
        ("天气怎么样？", False),
    ],
)
def test_only_a_question_to_somebody_about_themselves_awaits_an_answer(
    sentence: str, *, asks: bool
) -> None:
    assert asks_addressee(sentence) is asks


@pytest.mark.parametrize(
    ("text", "expected"),
    [
        ("I like cheese pizza.", MemType.SEMANTIC),
        ("I flew to Oslo last week.", MemType.EPISODIC),
        ("We met at the station.", MemType.EPISODIC),
        ("I always back up before a release.", MemType.PROCEDURAL),
        ("I've always had a love for horses.", MemType.SEMANTIC),
        ("我喜欢芝士披萨", MemType.SEMANTIC),
        ("我昨天在医院", MemType.EPISODIC),
        ("我去了北京", MemType.EPISODIC),
        ("每次出差我都坐高铁", MemType.PROCEDURAL),
        ("Я живу в Москве.", MemType.SEMANTIC),
        ("My dog is called Rex.", MemType.SEMANTIC),
        ("My brother's called Tom.", MemType.SEMANTIC),
        ("I'm happily married to Ana.", MemType.SEMANTIC),
        ("We got married.", MemType.SEMANTIC),
        ("My house is painted red.", MemType.SEMANTIC),
        ("My house was painted.", MemType.EPISODIC),
        ("My daughter is adopted.", MemType.SEMANTIC),
        ("My adopted daughter is Mia.", MemType.SEMANTIC),
        ("She adopted a cat.", MemType.EPISODIC),
        ("My left knee hurts.", MemType.SEMANTIC),
        ("He's left Rome.", MemType.EPISODIC),
        ("I love to read.", MemType.SEMANTIC),
        ("My last name is Smith.", MemType.SEMANTIC),
        ("Our anniversary is June 5.", MemType.SEMANTIC),
        ("I was born in March 1990.", MemType.SEMANTIC),
        ("My daughter was born yesterday.", MemType.EPISODIC),
        ("I play chess every Friday.", MemType.PROCEDURAL),
        ("我和安娜结婚了", MemType.SEMANTIC),
        ("我毕业于清华大学", MemType.SEMANTIC),
        ("我上周毕业了", MemType.EPISODIC),
    ],
)
def test_time_and_habit_words_suggest_the_memory_type(text: str, expected: MemType) -> None:
    assert mem_type(text) is expected


@pytest.mark.parametrize(
    ("question", "stated"),
    [
        ("I just moved to Oslo, any tips?", "I just moved to Oslo"),
        ("我刚搬到上海，有什么推荐吗？", "我刚搬到上海"),
        ("Where do you live?", ""),
        ("Any tips for Oslo?", ""),
    ],
)
def test_what_a_question_states_before_it_asks_counts(question: str, stated: str) -> None:
    assert question[: stated_before_asking(question, Setting())].rstrip() == stated
