"""What is found to be sensitive. Keys are put together here, so that none stands in the source."""

import pytest

from mneme.domain.sensitive.content import apply_policy
from mneme.domain.sensitive.policy import SensitivePolicy


def drawn(length: int, letters: str = "Zx9Kq2Lm8Np4Rt6Vw1Bc7Df3Gh5Js0") -> str:
    """Return so many characters that look random."""
    return (letters * (length // len(letters) + 1))[:length]


def redacted(text: str) -> str:
    return apply_policy(text, SensitivePolicy.REDACT).text


UPPER = drawn(16, "IOSF7DNN2EXQ5LME")
HEX = drawn(64, "9fceb02d0ae598e9")
SECRET = drawn(26) + "/" + drawn(13)
PEM = ("-----BEGIN RSA " + "PRIVATE KEY-----", "-----END RSA " + "PRIVATE KEY-----")

CARDS = {
    "我的卡号是4111111111111111谢谢": "我的卡号是[redacted: card number]谢谢",
    "visa 4111 1111 1111 1111, thanks": "visa [redacted: card number], thanks",
    "5500-0000-0000-0004.": "[redacted: card number].",
    "amex 3782 822463 10005": "amex [redacted: card number]",
    "378282246310005": "[redacted: card number]",
    "30569309025904": "[redacted: card number]",
    "银联6222021234567890128": "银联[redacted: card number]",
    "４１１１１１１１１１１１１１１１": "[redacted: card number]",
    "order paid by card 4111111111111111": "order paid by card [redacted: card number]",
    "5 4111 1111 1111 1111": "5 [redacted: card number]",
    "4111 1111 1111 1111 5500 0000 0000 0004": "[redacted: card number] [redacted: card number]",
    "4111111111111111 cvv 123": "[redacted: card number] cvv [redacted: card security code]",
    "安全码321卡4111111111111111": "安全码[redacted: card security code]卡[redacted: card number]",
}
IDS = {
    "SSN 123-45-6789": "SSN [redacted: national id]",
    "my ssn is 123456789": "my ssn is [redacted: national id]",
    "social security number: 123 45 6789": "social security number: [redacted: national id]",
    "身份证11010519491231002X号": "身份证[redacted: national id]号",
    "身份证号是11010519491231002x": "身份证号是[redacted: national id]",
    "AB123456C is mine": "[redacted: national id] is mine",
    "AB 12 34 56 C": "[redacted: national id]",
    "IBAN DE89 3704 0044 0532 0130 00 please": "IBAN [redacted: bank account number] please",
    "账户GB82WEST12345698765432谢谢": "账户[redacted: bank account number]谢谢",
}
KEYS = {
    f"密钥AKIA{UPPER}在这里": "密钥[redacted: api key]在这里",
    f"ASIA{UPPER}": "[redacted: api key]",
    f"AKIA{UPPER} / {SECRET}": "[redacted: api key] / [redacted: api key]",
    f"aws_secret_access_key = {SECRET}": "aws_secret_access_key = [redacted: api key]",
    f"use ghp_{drawn(36)}!": "use [redacted: access token]!",
    f"github_pat_{drawn(30)}": "[redacted: access token]",
    f"glpat-{drawn(20)}": "[redacted: access token]",
    f"xoxb-{drawn(24)}": "[redacted: access token]",
    f"https://hooks.slack.com/services/T00/B00/{drawn(24)}": "https://[redacted: access token]",
    "sk_" + f"live_{drawn(24)}": "[redacted: api key]",
    f"AIza{drawn(35)}": "[redacted: api key]",
    f"sk-proj-{drawn(40)}": "[redacted: api key]",
    f"SG.{drawn(22)}.{drawn(43)}": "[redacted: api key]",
    f"bot 123456789:{drawn(35)}": "bot [redacted: access token]",
    f"AccountKey={drawn(86)}==;": "AccountKey=[redacted: api key];",
    f"eyJ{drawn(20)}.eyJ{drawn(40)}.{drawn(43)}": "[redacted: access token]",
    f"Authorization: Bearer {drawn(24)}": "Authorization: Bearer [redacted: access token]",
    f"{PEM[0]}\nMIIE\n{PEM[1]} end": "[redacted: private key] end",
    f"{PEM[0]}\n{drawn(64)}\n{drawn(20)}\n\nSee you": "[redacted: private key]\n\nSee you",
    f"{PEM[0]} and {PEM[0]}MIIE{PEM[1]}": "[redacted: private key] and [redacted: private key]",
    f"MIIE\n{PEM[1]}": "MIIE\n[redacted: private key]",
}
TOLD = {
    f"api key: {HEX[:32]}": "api key: [redacted: api key]",
    f'"client_secret": "{drawn(20)}"': '"client_secret": "[redacted: api key]"',
    f"the secret for staging is {drawn(18)}.": "the secret for staging is [redacted: api key].",
    f"令牌是{drawn(18)}，": "令牌是[redacted: access token]，",
    f"token {HEX[:40]}": "token [redacted: access token]",
    "my password is hunter2": "my password is [redacted: password]",
    "the wifi password is sunshine.": "the wifi password is [redacted: password].",
    "Password: Blue-Sky-99!": "Password: [redacted: password]",
    '"password": "correct horse"': '"password": "[redacted: password]"',
    "my password is SecretGarden": "my password is [redacted: password]",
    "my password is Password123": "my password is [redacted: password]",
    "password: '$ecret (1)'": "password: '[redacted: password]'",
    "DB_PASSWORD=s3cr3tvalue": "DB_PASSWORD=[redacted: password]",
    "密码是123456": "密码是[redacted: password]",
    "密码：abc@1234，请保密": "密码：[redacted: password]，请保密",
    "密码abc123": "密码[redacted: password]",
    "my pin is 4821": "my pin is [redacted: password]",
    "PIN码是4821": "PIN码是[redacted: password]",
    "the password for the NAS is hunter2": "the password for the NAS is [redacted: password]",
    "Password (wifi): Sunshine9": "Password (wifi): [redacted: password]",
    "the password I use is hunter2": "the password I use is [redacted: password]",
    "my password was changed to hunter2": "my password was changed to [redacted: password]",
    "my password's hunter2": "my password's [redacted: password]",
    "password is: hunter2": "password is: [redacted: password]",
    "user: bob pass: hunter2": "user: bob pass: [redacted: password]",
    '{"pass": "correct horse"}': '{"pass": "[redacted: password]"}',
    "?user=bob&pwd=s3cret": "?user=bob&pwd=[redacted: password]",
    "ｐａｓｓｗｏｒｄ：hunter2": "ｐａｓｓｗｏｒｄ：[redacted: password]",
    "密码是：“open sesame”": "密码是：“[redacted: password]”",
    "路由器密码已改为 abc123": "路由器密码已改为 [redacted: password]",
    "密码如下：『hello world』": "密码如下：『[redacted: password]』",
    "解锁密码 2580": "解锁密码 [redacted: password]",
    "我的密码：２５８０４６": "我的密码：[redacted: password]",
    "PIN码 4821": "PIN码 [redacted: password]",
    "PIN is 482135": "PIN is [redacted: password]",
    "the PIN for my card is 4821": "the PIN for my card is [redacted: password]",
    "the passcode for the gate is 2580": "the passcode for the gate is [redacted: password]",
    "passcode 2580": "passcode [redacted: password]",
    "postgres://bob:hunter2@db/x": "postgres://bob:[redacted: password]@db/x",
}
SEED = "witch collapse practice feed shame open despair creek road again ice least"
CODES = {
    "redis://:hunter2@db:6379": "redis://:[redacted: password]@db:6379",
    "amqps://:s3cret@mq/": "amqps://:[redacted: password]@mq/",
    "PW: hunter2!": "PW: [redacted: password]",
    "my gmail pw is hunter2": "my gmail pw is [redacted: password]",
    "Passwort: hunter2": "Passwort: [redacted: password]",
    "mein Passwort ist hunter2": "mein Passwort ist [redacted: password]",
    "mi contraseña es hunter2": "mi contraseña es [redacted: password]",
    "mot de passe : hunter2": "mot de passe : [redacted: password]",
    "senha: hunter2": "senha: [redacted: password]",
    "wachtwoord: hunter2": "wachtwoord: [redacted: password]",
    "パスワード: hunter2": "パスワード: [redacted: password]",
    "パスワードはhunter2です": "パスワードは[redacted: password]です",
    "Пароль: hunter2": "Пароль: [redacted: password]",
    "비밀번호: hunter2": "비밀번호: [redacted: password]",
    "login: bob / hunter2": "login: bob / [redacted: password]",
    "账号 bob/hunter2": "账号 bob/[redacted: password]",
    "the CVV is 123": "the CVV is [redacted: card security code]",
    "cvv of my visa: 123": "cvv of my visa: [redacted: card security code]",
    "安全码是123": "安全码是[redacted: card security code]",
    "验证码是 482913": "验证码是 [redacted: password]",
    "驗證碼：482913": "驗證碼：[redacted: password]",
    "the otp is 482913": "the otp is [redacted: password]",
    "OTP 482913": "OTP [redacted: password]",
    "your verification code for Acme is 482913": (
        "your verification code for Acme is [redacted: password]"
    ),
    "the door code is 4821": "the door code is [redacted: password]",
    "the alarm code for the office: 4821": "the alarm code for the office: [redacted: password]",
    "门禁码是4821": "门禁码是[redacted: password]",
    "Use the door code 4821#.": "Use the door code [redacted: password].",
    "gate code 4821": "gate code [redacted: password]",
    "The code for the door is 4821#.": "The code for the door is [redacted: password].",
    "my code to the front gate: 4821": "my code to the front gate: [redacted: password]",
    "大门的代码是4821#。": "大门的代码是[redacted: password]。",
    "我的key是sk-abcdefghijklmnopqrstuvwxyz123456。": "我的key是[redacted: api key]。",
    "我的key是a8Fk29dkQp38fKd93kd。": "我的key是[redacted: api key]。",
    f"my seed phrase is: {SEED}": "my seed phrase is: [redacted: private key]",
    f"recovery words of mine: {SEED}": "recovery words of mine: [redacted: private key]",
    f"seed phrase: {SEED} and keep it": "seed phrase: [redacted: private key] and keep it",
    f"助记词：{SEED}": "助记词：[redacted: private key]",
    "my passport number is X12345678": "my passport number is [redacted: national id]",
    "passport no. 123456789": "passport no. [redacted: national id]",
    "护照号E12345678": "护照号[redacted: national id]",
    "護照號碼：E12345678": "護照號碼：[redacted: national id]",
}
EXAMPLES = CARDS | IDS | KEYS | TOLD | CODES


@pytest.mark.parametrize(("text", "left"), EXAMPLES.items())
def test_what_is_sensitive_is_found_and_nothing_around_it(text: str, left: str) -> None:
    assert redacted(text) == left


@pytest.mark.parametrize("text", EXAMPLES)
def test_it_is_found_within_chinese_text_and_within_an_english_sentence(text: str) -> None:
    assert redacted(f"记住：{text}\n好的") == f"记住：{redacted(text)}\n好的"
    assert redacted(f"Note this: {text}\nThanks") == f"Note this: {redacted(text)}\nThanks"


@pytest.mark.parametrize("text", EXAMPLES)
def test_a_redacted_text_has_nothing_sensitive_left(text: str) -> None:
    again = apply_policy(redacted(text), SensitivePolicy.REDACT)

    assert (again.text, again.findings) == (redacted(text), ())
